"""The site's own files: read once, named by what is in them, kept by browsers for as long as they like."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from intrigue.web.errors import Refusal
from intrigue.web.http import browser_code

FOLDER = Path(__file__).parents[1] / "static"
VENDOR = "vendor"
"""Under which the browser code of others is served."""
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
FOR_EVER = "public, max-age=31536000, immutable"
NOTES = re.compile(
    rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n|^[ \t]*// [^\n\"'`]*\n|[ \t]+// [^\n\"'`]*$", re.MULTILINE | re.DOTALL
)
"""What scripts say to whoever reads them: browsers need not load it. Blocks stand in lines of their own. Two
strokes stay where a quotation mark follows: they may stand in a text."""
SMALL = 500
"""Bytes below which packing does not pay."""


@dataclass(frozen=True)
class File:
    """One file as it is sent."""

    body: bytes
    gzipped: bytes | None
    kind: str
    mark: str
    """The beginning of its hash."""


class Assets:
    """Our files for browsers, and the code of others that was checked, which may lie elsewhere."""

    def __init__(self, folder: Path = FOLDER) -> None:
        ours = {name: path.read_bytes() for name, path in files_in(folder)}
        theirs = {f"{VENDOR}/{name}": body for name, body in browser_code.files().items() if is_servable(name)}
        self.files = {name: read(name, body) for name, body in sorted({**ours, **theirs}.items())}
        everything = "".join(f"{name} {file.mark}\n" for name, file in self.files.items())
        self.mark = sha256(everything.encode()).hexdigest()[:12]
        """Changes with any file."""

    def address(self, name: str) -> str:
        """Where a file is. Scripts import each other by relative names, so the mark of all stands in their path; other
        files have their own mark behind them."""
        if name.startswith("js/"):
            return f"/static/~{self.mark}/{name}"
        file = self.files.get(name)
        return f"/static/{name}?v={file.mark}" if file else f"/static/{name}"

    def response(self, request: Request, path: str) -> Response:
        """A file as an answer."""
        marked = path.startswith("~")
        mark, _, name = path.removeprefix("~").partition("/") if marked else ("", "", path)
        file = self.files.get(name)
        if file is None:
            raise Refusal(404, "serve.fault.no_page")
        lasting = mark == self.mark if marked else request.query_params.get("v") == file.mark
        headers = {
            "Cache-Control": FOR_EVER if lasting else "no-cache",
            "ETag": f'"{file.mark}"',
            "Vary": "Accept-Encoding",
        }
        return file_response(request, file, headers)


def file_response(request: Request, file: File, headers: dict[str, str]) -> Response:
    """A file, gzipped for browsers that unpack it; nothing if they have it."""
    if f'"{file.mark}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.gzipped, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.kind, headers=headers)


def files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Our own files for browsers. What else lies where the code of others does is nobody's."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and is_servable(name) and not name.startswith(f"{VENDOR}/"):
            yield name, path


def is_servable(name: str) -> bool:
    """Whether a file is for browsers: neither hidden nor the types of a script."""
    return not name.endswith(".ts") and not any(part.startswith((".", "_", "~")) for part in name.split("/"))


def read(name: str, body: bytes) -> File:
    """A file of that name; scripts without their comments."""
    suffix = PurePosixPath(name).suffix
    kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return file_of(NOTES.sub(b"", body) if suffix == ".js" else body, kind)


def file_of(body: bytes, kind: str) -> File:
    """A file from its bytes."""
    text = kind.startswith("text/") or kind == "image/svg+xml"
    gzipped = gzip.compress(body, 9, mtime=0) if text and len(body) > SMALL else None
    return File(body, gzipped, kind, sha256(body).hexdigest()[:12])
