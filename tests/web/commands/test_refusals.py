"""Why a database cannot be opened, and what cannot be written: one sentence that names the reason, and no password."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from web.databases import Postgres
from web.guests import until

from intrigue.cli import main
from intrigue.locale import LANGUAGES, words
from intrigue.web.store import Full, Unavailable, database_url, open_store
from intrigue.web.store import backup as copies
from intrigue.web.store.database_url import place_of

Said = Callable[..., str]


@pytest.fixture
def refusal_of(capsys: pytest.CaptureFixture[str]) -> Said:
    """What is said of an address, which `serve` and `admin` tell alike."""

    def saying(url: str, language: str = "en", *deed: str) -> str:
        told = []
        serving = ["serve", "--no-open", "--port", "0"]
        for arguments in [["admin", *deed]] if deed else [serving, ["admin", "bans"]]:
            assert main([*arguments, "--lang", language, "--database", url]) == 2
            out, err = capsys.readouterr()
            assert not out and err.count("\n") == 1 and "secret" not in err
            told.append(err.removeprefix("intrigue: ").strip())
        assert len(set(told)) == 1
        return told[0]

    return saying


def why(reason: str, url: str, language: str = "en") -> str:
    return words(language)(f"serve.fault.database.{reason}", place=place_of(url))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_is_no_database(tmp_path: Path, refusal_of: Said, language: str) -> None:
    (tmp_path / "notes").write_text("no database, but long enough to be taken for the head of one" * 99)
    url = f"sqlite:///{tmp_path / 'notes'}"
    assert refusal_of(url, language) == why("damaged", url, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_where_no_file_can_be(tmp_path: Path, refusal_of: Said, language: str) -> None:
    url = f"sqlite:///{tmp_path}"
    assert refusal_of(url, language) == why("file", url, language)


def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    for code in ("SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN", "PermissionError"):
        assert database_url.opening_error(url, Unavailable(code)).key == "serve.fault.database.permission"
    assert database_url.opening_error(url, Unavailable("SQLITE_BUSY")).key == "serve.fault.database.busy"
    assert database_url.opening_error(url, Full("SQLITE_FULL")).key == "serve.fault.database.full"
    assert database_url.opening_error(url, Unavailable("SQLITE_NOLFS")).key == "serve.fault.database"


@pytest.mark.parametrize("option", ["foo=1", "max_page_count=many", "max_page_count=-1", "max_page_count=9&foo=1"])
def test_an_option_of_a_file_that_there_is_not(tmp_path: Path, refusal_of: Said, option: str) -> None:
    asyncio.run(create_database(f"sqlite:///{tmp_path / 'site.db'}"))
    url = f"sqlite:///{tmp_path / 'site.db'}?{option}"
    assert refusal_of(url) == why("option", url)


async def create_database(url: str) -> None:
    await (await open_store(url)).close()


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "oracle://ann:secret@castle/db", "postgres://a:secret@b/c"]
)
def test_what_is_no_address_of_a_site(refusal_of: Said, url: str) -> None:
    assert refusal_of(url) == why("address", url)


# PostgreSQL


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_listens(tmp_path: Path, refusal_of: Said, language: str) -> None:
    url = f"postgresql://ann:secret@/db?host={tmp_path}"
    assert refusal_of(url, language) == why("silent", url, language)


def test_a_password_with_a_sign_that_is_not_escaped(tmp_path: Path, refusal_of: Said) -> None:
    url = f"postgresql://ann:se@secret@/db?host={tmp_path}"
    assert refusal_of(url) == why("address", url) and "%40" in refusal_of(url)


@pytest.mark.parametrize("option", ["foo=1", "sslmode=maybe"])
def test_an_option_of_postgresql_that_there_is_not(postgres: Postgres, refusal_of: Said, option: str) -> None:
    url = f"{postgres.url('made')}&{option}"
    assert refusal_of(url) == why("option", url)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_database_that_is_not_there(postgres: Postgres, refusal_of: Said, language: str) -> None:
    url = postgres.url("nowhere")
    assert refusal_of(url, language) == why("missing", url, language)


@pytest.fixture
def doorkeeper(postgres: Postgres) -> Iterator[Postgres]:
    """The server asks one of its users, `ann`, for a password, and lets another, `bob`, in nowhere."""
    rules = postgres.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    postgres.tell("CREATE ROLE ann LOGIN PASSWORD 'right'")
    postgres.tell("CREATE ROLE bob LOGIN")
    rules.write_text(f"local all ann scram-sha-256\nlocal all bob reject\n{before}")
    postgres.tell("SELECT pg_reload_conf()")
    until(lambda: refuses(postgres.url("made").replace("site@", "bob@")))
    yield postgres
    rules.write_text(before)
    postgres.tell("SELECT pg_reload_conf()")
    until(lambda: not refuses(postgres.url("made").replace("site@", "bob@")))
    postgres.tell("DROP ROLE ann")
    postgres.tell("DROP ROLE bob")


def refuses(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return True
    return False


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_password_and_who_may_not_come_or_write(doorkeeper: Postgres, refusal_of: Said, language: str) -> None:
    name = doorkeeper.create("template0")
    doorkeeper.tell(f"REVOKE CREATE ON DATABASE {name} FROM PUBLIC")
    url = doorkeeper.url(name)
    wrong, right, bob = (url.replace("site@", who) for who in ("ann:secret@", "ann:right@", "bob@"))
    assert refusal_of(wrong, language) == why("password", wrong, language)
    assert refusal_of(url.replace("site@", "ann@"), language) == why("password", url, language)
    assert refusal_of(bob, language) == why("refused", bob, language)
    with psycopg.connect(url) as connection:
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(Unavailable) as fault:
        asyncio.run(create_database(right))
    assert str(database_url.opening_error(right, fault.value).text(language)) == why("permission", right, language)
    doorkeeper.drop(name)


def test_codes_of_postgresql() -> None:
    url = "postgresql://ann:secret@castle/db"
    for code, reason in (("42501", "permission"), ("53300", "busy"), ("57P03", "starting"), ("28P01", "password")):
        assert database_url.opening_error(url, Unavailable(code)).key == f"serve.fault.database.{reason}"


# A database with nothing in it


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_database_with_nothing_in_it(empty_url: str, tmp_path: Path, refusal_of: Said, language: str) -> None:
    if empty_url.startswith("sqlite"):
        (tmp_path / "site.db").touch()
    for deed in (["check"], ["check", "--close"], ["stats"], ["bans"]):
        told = words(language)("admin.fault.empty", place=place_of(empty_url))
        assert refusal_of(empty_url, language, *deed) == told
    if empty_url.startswith("sqlite"):
        assert (tmp_path / "site.db").stat().st_size == 0


# What is written to


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies may have a few pages only."""
    real = sqlite3.connect

    def connect(place: object, **settings: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(place, **settings)  # type: ignore[call-overload]
        return connection

    class Narrow(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **settings: object) -> None:  # type: ignore[override]
            target.execute("PRAGMA max_page_count = 3")
            target.execute("CREATE TABLE ballast AS SELECT zeroblob(100000)")

    def narrow(place: object, **settings: object) -> sqlite3.Connection:
        return connect(place, factory=Narrow, **settings)

    monkeypatch.setattr(copies.sqlite3, "connect", narrow)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_backup_for_which_there_is_no_room(tmp_path: Path, no_room: None, refusal_of: Said, language: str) -> None:
    url, target = f"sqlite:///{tmp_path / 'site.db'}", tmp_path / "monday.db"
    asyncio.run(create_database(url))
    told = words(language)("admin.backup.failed", file=str(target), reason="No space left on device")
    assert refusal_of(url, language, "backup", str(target)) == told
    assert not target.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_check_for_which_there_is_no_room(
    tmp_path: Path, no_room: None, refusal_of: Said, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    asyncio.run(create_database(url))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    told = words(language)("admin.check.no_copy", folder=str(tmp_path), reason="No space left on device")
    assert refusal_of(url, language, "check") == told
