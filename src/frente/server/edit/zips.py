"""Packs as they travel: a zip of a folder, or its files. What comes in is measured before anything is made of it."""
from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

import msgspec

FILES: Final = 20
NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,60}", re.ASCII)
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
ENCRYPTED: Final = 1
KNOWN: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)    # others unpack more at once than one asks for
PARTS: Final = 60                        # a key of many more takes a reader for ever
BETWEEN: Final = re.compile(r"[=,\[\]{}\n]")


class BadPack(ValueError):
    """Why a file is no pack, in one sentence."""


def is_zip(raw: bytes) -> bool:
    return raw[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def unpacked(raw: bytes, limit: int) -> dict[str, str]:
    """The files of a zip: of one folder, and no more than *limit* bytes of them."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            inside = [x for x in archive.infolist() if not x.is_dir() and not _hidden(x.filename)]
            if len(inside) > FILES:
                raise BadPack(f"the zip holds {len(inside)} files; a pack has at most {FILES}")
            found: dict[str, str] = {}
            left = limit
            for x in inside:
                name = _named(x)
                if name in found:
                    raise BadPack(f"the zip holds {name} twice")
                with archive.open(x) as file:
                    body = file.read(left + 1)       # what a zip says of its sizes is not believed
                left -= len(body)
                if left < 0:
                    raise BadPack(f"the files of the zip are larger than {limit} bytes together")
                found[name] = _text(name, body)
            _one_folder(inside)
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, UnicodeError,
            ValueError) as e:
        if isinstance(e, BadPack):
            raise
        raise BadPack("the zip is damaged, or packed in a way that is not known here") from None


def _named(x: zipfile.ZipInfo) -> str:
    """The name of a file, if it stays where it is put."""
    name = x.filename.rpartition("/")[2]
    if x.flag_bits & ENCRYPTED:
        raise BadPack(f"{name[:40]} is encrypted; pack the folder without a password")
    if x.compress_type not in KNOWN:
        raise BadPack(f"{name[:40]} is packed in a way that is not known here; use the usual one, deflate")
    if stat.S_ISLNK(x.external_attr >> 16):
        raise BadPack(f"{name[:40]} is a link; a pack holds files")
    if not NAME.fullmatch(name) or ".." in x.filename.split("/") or x.filename.startswith("/") or "\\" in x.filename:
        raise BadPack(f"{x.filename[:60]!a} is no name for a file of a pack")
    return name


def _one_folder(inside: list[zipfile.ZipInfo]) -> None:
    if len({x.filename.rpartition("/")[0] for x in inside}) > 1:
        raise BadPack("the files of the zip lie in several folders; a pack is one folder")


def _hidden(path: str) -> bool:
    """What machines add to a zip of themselves."""
    return path.startswith("__MACOSX/") or path.rpartition("/")[2].startswith(".")


def plain(raw: bytes) -> dict[str, str]:
    """Files as JSON: name to text."""
    try:
        found = msgspec.json.decode(raw, type=dict[str, str])
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise BadPack("this is neither a zip nor the files of a pack") from None
    if len(found) > FILES:
        raise BadPack(f"these are {len(found)} files; a pack has at most {FILES}")
    for name in found:
        if not NAME.fullmatch(name):
            raise BadPack(f"{name[:60]!a} is no name for a file of a pack")
        _readable(name, found[name])
    return found


def _readable(name: str, text: str) -> None:
    if name.endswith(".toml") and any(piece.count(".") > PARTS for piece in BETWEEN.split(text)):
        raise BadPack(f"{name} has a key of more than sixty parts")


def _text(name: str, body: bytes) -> str:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadPack(f"{name} is not UTF-8 text; save the file with UTF-8 encoding") from None
    _readable(name, text)
    return text


def packed(folder: str, files: Mapping[str, str]) -> bytes:
    """A zip of a folder; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", EPOCH), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()
