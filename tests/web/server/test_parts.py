"""Parts of uvicorn and websockets that the server stands on, though nobody promised them: a new version that moves one
hears here which."""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

from intrigue import web
from intrigue.web.server import compression, sockets
from intrigue.web.server import uvicorn as ours

BUILT_ON: dict[type, type] = {
    sockets.HttpProtocol: HttpToolsProtocol,
    sockets.WebSocketProtocol: WebSocketsSansIOProtocol,
    sockets.Opening: ServerProtocol,
    compression.Packing: PerMessageDeflate,
    compression.Offer: ServerPerMessageDeflateFactory,
    ours.Server: uvicorn.Server,
}
"""Each of our classes, and what it is built on."""
NEW: dict[type, set[str]] = {
    sockets.HttpProtocol: {"most", "taken", "hurry", "place", "cycles", "hurry_up", "rest", "leave", "open_cycles"},
    sockets.WebSocketProtocol: {"discard"},
    ours.Server: {"site_config", "ready", "store", "guard", "opened_store"},
}
"""What ours bring along; everything else is theirs."""
ASKED: dict[type, set[str]] = {
    RequestResponseCycle: {"response_complete", "disconnected", "message_event"},
    ServerProtocol: {"parser", "parser_exc", "close_sent", "data_to_send", "reject", "fail"},
    ServerState: {"default_headers"},
    PerMessageDeflate: {
        "remote_no_context_takeover",
        "local_no_context_takeover",
        "remote_max_window_bits",
        "local_max_window_bits",
    },
}
"""What is asked of their other objects."""


def own_attributes(cls: type) -> list[ast.Attribute]:
    """Where the source of a class says `self.name` or `super().name`."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_self(node.value)]


def is_self(node: ast.expr) -> bool:
    """Whether an expression is `self` or `super()`."""
    if isinstance(node, ast.Call):
        node = node.func
        return isinstance(node, ast.Name) and node.id == "super"
    return isinstance(node, ast.Name) and node.id == "self"


def parts(cls: type) -> set[str]:
    """All attributes of a class and of its objects, as far as its sources set them."""
    names = set(dir(cls)) | set(inspect.get_annotations(cls))
    for base in cls.__mro__:
        if base.__module__.startswith(("uvicorn", "websockets")):
            names |= {node.attr for node in own_attributes(base) if isinstance(node.ctx, ast.Store)}
    return names


@pytest.mark.parametrize("cls", BUILT_ON, ids=lambda cls: cls.__name__)
def test_what_ours_use_is_where_it_was(cls: type) -> None:
    base, new = BUILT_ON[cls], NEW.get(cls, set())
    moved = {node.attr for node in own_attributes(cls)} - new - parts(base)
    assert not moved, f"{base.__module__}.{base.__name__} has no longer {sorted(moved)}"
    hidden = new & parts(base)
    assert not hidden, f"{base.__module__}.{base.__name__} has parts of its own that ours hide: {sorted(hidden)}"


@pytest.mark.parametrize("cls", ASKED, ids=lambda cls: cls.__name__)
def test_what_is_asked_of_their_objects_is_where_it_was(cls: type) -> None:
    moved = ASKED[cls] - parts(cls)
    assert not moved, f"{cls.__module__}.{cls.__name__} has no longer {sorted(moved)}"


REPLACED = [
    (cls, name)
    for cls in BUILT_ON
    for name, member in vars(cls).items()
    if inspect.isfunction(member) and name not in NEW.get(cls, set()) | {"__init__"}
]
"""What ours do in place of theirs: under another name theirs would go on as ever."""


@pytest.mark.parametrize(("cls", "name"), REPLACED, ids=str)
def test_what_ours_do_in_place_of_theirs_is_still_asked_for(cls: type, name: str) -> None:
    base = BUILT_ON[cls]
    theirs = getattr(base, name, None)
    assert theirs, f"{base.__module__}.{base.__name__}.{name} is gone"
    mine = getattr(cls, name)
    takes = [str(value) for value in inspect.signature(theirs).parameters.values()]
    assert len(inspect.signature(mine).parameters) == len(takes), f"{base.__name__}.{name} takes {takes}"
    assert inspect.iscoroutinefunction(mine) == inspect.iscoroutinefunction(theirs)


KNOWING = {"server/sockets.py", "server/compression.py", "server/uvicorn.py", "http/middleware.py"}
"""The guard knows only what uvicorn raises when nobody is there any more."""


def test_nobody_else_knows_them() -> None:
    folder = Path(web.__file__).parent
    knowing = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] in ("uvicorn", "websockets") for name in names):
                knowing.add(path.relative_to(folder).as_posix())
    assert knowing == KNOWING
