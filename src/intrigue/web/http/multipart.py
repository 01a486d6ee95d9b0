"""Forms that can hold a file: how browsers send them, and their fields."""

from __future__ import annotations

import re

MOST_FIELDS = 60
"""The most fields a form may have."""
BOUNDARY = re.compile(r"multipart/form-data;.*\bboundary=\"?([0-9A-Za-z'()+_,./:=?-]{1,70})\"?", re.IGNORECASE)
PART_HEAD = 500
"""Bytes of a part's head that are looked at: browsers write a name and a file's name."""
PART_NAME = re.compile(rb"""content-disposition:[^\r\n]*\bname="([a-z_]{1,20})\"""", re.IGNORECASE)


def multipart_fields(body: bytes, boundary: bytes) -> dict[str, bytes]:
    """The fields of a form that can hold a file; of two with one name the first.

    >>> multipart_fields(b'--x\\r\\nContent-Disposition: form-data; name="text"\\r\\n\\r\\nwait\\r\\n--x--\\r\\n', b"x")
    {'text': b'wait'}
    """
    fields: dict[str, bytes] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary)[1 : MOST_FIELDS + 1]:
        head, empty, content = part.partition(b"\r\n\r\n")
        name = PART_NAME.search(head[:PART_HEAD]) if empty else None
        if name:
            fields.setdefault(name[1].decode(), content)
    return fields
