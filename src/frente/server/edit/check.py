"""What is done with packs in workers: checking, taking in, drawing. A pack from outside is never trusted."""
from __future__ import annotations

import importlib
import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from frente import look
from frente.draw import faces as counters
from frente.kernel.catalog import GAMES, find
from frente.kernel.components import listed
from frente.kernel.packs import COMPANIONS, DataError, Files, Problem, Tables, load_tables
from frente.server import laid
from frente.server.edit import zips
from frente.server.edit.changes import Change, Written, Wrong, checked, differences, written
from frente.server.edit.form import Form, faces, form, shown, spelled
from frente.server.laid import Pack

LOG: Final = logging.getLogger("frente.server")
SHOWN: Final = 100                       # faults in one answer
ITSELF: Final = "the check could not be finished ({kind}); take back the last change"
NO_START: Final = "no game can be set up with this pack ({kind}); take back the last change"


def looked_at(slug: str, changes: list[Change]) -> dict[str, Any]:
    """The faults of a pack, each with its place; and, if there are none, the counters that look otherwise now."""
    f = form(slug)
    done = written(f, changes)
    if not done.files:
        return {"problems": [], "more": 0, "faces": [], "painted": None, "version": f.tables.version}
    with TemporaryDirectory(prefix="frente-check-") as place:
        problems, tables = _checked(f, done, _laid_out(Path(place), done.files))
        found: list[dict[str, Any]] = []
        painted: dict[str, Any] | None = None
        if tables is not None and not problems:
            try:
                p = f.game.start(f.game.scenarios[0].id, f.game.settled({}), Path(place))
                was = faces(slug)
                found = [x for id, x in shown(f.game, p).items() if was.get(id) != x]
                painted = _painted(f, p, changes, found)
            except Exception as e:       # sound by the check, and yet no game: the page must be able to say so
                LOG.exception("a pack for %s passes the check and cannot be played", slug)
                problems = [{"file": "", "path": [], "reason": NO_START.format(kind=type(e).__name__)}]
    return {"problems": problems[:SHOWN], "more": max(0, len(problems) - SHOWN), "faces": found, "painted": painted,
            "version": tables.version if tables is not None else ""}


def _painted(f: Form, p: Any, changes: list[Change], found: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Counters that were changed, as the painter draws them."""
    own = {x["id"] for x in found}
    own |= {x.path[1] for x in changes if len(x.path) > 1 and f"{x.file}.{x.path[0]}" == f.layout.get("counters")}
    changed = [x for x in listed(f.game, p) if x.id in own]
    return counters.page(changed, look.read(f.game.folder), f.game.slug) if own else None


def _laid_out(place: Path, files: Files) -> Path:
    for name, text in files:
        (place / f"{name}.toml").write_text(text, encoding="utf-8")
    return place


def _checked(f: Form, done: Written, place: Path) -> tuple[list[dict[str, Any]], Tables | None]:
    try:
        tables = load_tables(f.game.folder / "data", f.names, place, keys=f.keys)
    except DataError as e:
        return [_by_line(done, x) for x in e.problems], None
    try:
        return [_by_place(f, tables, x) for x in dict.fromkeys(f.check(tables))], tables
    except Exception as e:
        LOG.exception("the check of %s could not be finished", f.game.slug)
        return [{"file": "", "path": [], "reason": ITSELF.format(kind=type(e).__name__)}], tables


def _by_line(done: Written, x: Problem) -> dict[str, Any]:
    """A fault of the pack itself: its line is one that we have written."""
    name = Path(x.file).stem
    lines = done.lines.get(name, [])
    return {"file": name, "path": list(lines[x.line - 1]) if 0 < x.line <= len(lines) else [], "reason": x.reason}


def _by_place(f: Form, tables: Tables, x: Problem) -> dict[str, Any]:
    name, place = tables.spots.get(x, ("", ()))
    return {"file": name, "path": spelled(f, tables, name, place) if name else [], "reason": x.reason}


# -- taking in


def taken(slug: str, raw: bytes, limit: int) -> dict[str, Any]:
    """The changes and notes in a pack that comes as a zip, or as JSON from file names to texts; or what is wrong."""
    f = form(slug)
    try:
        files = zips.unpacked(raw, limit) if zips.is_zip(raw) else zips.plain(raw)
        notes = {name: text for name, text in files.items() if name.partition(".")[0].lower() in COMPANIONS}
        with TemporaryDirectory(prefix="frente-pack-") as place:
            for name, text in files.items():
                if name not in notes:
                    (Path(place) / name).write_text(text, encoding="utf-8")
            tables = load_tables(f.game.folder / "data", f.names, Path(place), keys=f.keys)
        changes = [checked(f, x) for x in differences(f, tables)]
    except DataError as e:
        return {"problems": [{"file": Path(x.file).name, "line": x.line, "reason": x.reason}
                             for x in e.problems[:SHOWN]]}
    except (zips.BadPack, Wrong) as e:
        return {"problems": [{"file": "", "line": 0, "reason": str(e)}]}
    return {"changes": [list(x) for x in changes], "notes": notes}


# -- showing


def drawn(slug: str, pack: Pack | None) -> bytes:
    """The map of a game with a pack laid over it; colours follow the page."""
    from frente.draw import chart  # here: drawing libraries are slow to load

    f = form(slug)
    tables = load_tables(f.game.folder / "data", f.names, pack and pack.folder(), keys=f.keys, check=f.check)
    described = importlib.import_module(GAMES[slug] + ".show.cartography").chart(tables)
    return chart.svg(described, theme="auto", legend=False).encode()


def pictured(slug: str, pack: Pack) -> bytes:
    """What never changes on the board, with a pack laid over the game."""
    game = find(slug)
    p = laid.first(game, game.scenarios[0].id, game.settled({}), pack)
    shown = {"overlays": list(game.overlays()), "faces": counters.page(listed(game, p), look.read(game.folder), slug)}
    return msgspec.json.encode(game.picture(p) | shown)
