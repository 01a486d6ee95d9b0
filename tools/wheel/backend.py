"""The build: setuptools' own, which takes the browser code of others along and gives equal bytes for equal sources."""

from __future__ import annotations

import gzip
import importlib.util
import io
import shutil
import stat
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).parents[2]
MOMENT = 315_532_800
"""When everything in a package was written: the first of January 1980, the earliest that a zip can say."""
DATE = (1980, 1, 1, 0, 0, 0)


def build_wheel(folder: str, settings: Any = None, metadata: str | None = None) -> str:
    """A wheel."""
    prepare()
    name: str = build_meta.build_wheel(folder, settings, metadata)
    level_wheel(Path(folder, name))
    return name


def build_sdist(folder: str, settings: Any = None) -> str:
    """The sources, from which the same wheel can be built."""
    prepare()
    name: str = build_meta.build_sdist(folder, settings)
    level_sdist(Path(folder, name))
    return name


def build_editable(folder: str, settings: Any = None, metadata: str | None = None) -> str:
    """A wheel that leads back to the sources."""
    prepare()
    name: str = build_meta.build_editable(folder, settings, metadata)
    return name


def prepare() -> None:
    """Forgets what earlier builds left, which may hold files that are gone, and brings the browser code if it can."""
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)
    (ROOT / "src" / "intrigue.egg-info" / "SOURCES.txt").unlink(missing_ok=True)
    found = importlib.util.spec_from_file_location(
        "browser_code", ROOT / "src" / "intrigue" / "web" / "http" / "browser_code.py"
    )
    assert found and found.loader
    browser_code = importlib.util.module_from_spec(found)
    found.loader.exec_module(browser_code)
    try:
        browser_code.bring()
    except (browser_code.NotFetched, OSError) as fault:
        print(
            f"warning: the browser code of others was not fetched ({fault}); the site will fetch it at its first start",
            file=sys.stderr,
        )


def level_wheel(wheel: Path) -> None:
    """Writes a wheel anew without times and without the permissions that files happened to have here."""
    with zipfile.ZipFile(wheel) as archive:
        files = [(file.filename, archive.read(file)) for file in archive.infolist()]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            file = zipfile.ZipInfo(name, DATE)
            file.create_system = 3  # Unix, whose permissions these are
            file.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(file, content, zipfile.ZIP_DEFLATED)


def level_sdist(sdist: Path) -> None:
    """Writes an archive anew without times, owners, and the permissions that files happened to have here."""
    with tarfile.open(sdist) as archive:
        files = [(file, archive.extractfile(file)) for file in sorted(archive, key=lambda file: file.name)]
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as level:
            for file, content in files:
                plain = tarfile.TarInfo(file.name)
                plain.type, plain.size, plain.mtime = file.type, file.size, MOMENT
                plain.mode = 0o755 if file.isdir() else 0o644
                level.addfile(plain, content)
    sdist.write_bytes(gzip.compress(packed.getvalue(), mtime=MOMENT))
