"""The boards of the scenarios under their options: read once, some of them kept."""
from __future__ import annotations

from pathlib import Path
from typing import Final

from frente.games.guadalajara.data.check import KEYS, NAMES, check
from frente.games.guadalajara.state.board import DATA, Board
from frente.games.guadalajara.state.options import Options
from frente.kernel.packs import Tables, load_tables

KEPT: Final = 12                         # boards in memory, of two thousand that options can make, 9 MB each
_TABLES: Final[list[Tables]] = []
_BOARDS: Final[dict[str, Board]] = {}


def load_board(scenario: int, opt: Options, pack: Path | None = None) -> Board:
    """The board of one scenario under these options, with a data pack laid over it if one is named."""
    if pack is not None:
        return Board(load_tables(DATA, NAMES, pack, keys=KEYS, check=check), scenario, opt)
    if not _TABLES:
        _TABLES.append(load_tables(DATA, NAMES, keys=KEYS, check=check))
    built = (opt.house_crt, opt.house_barrage, opt.house_terrain, opt.scn3_surprise, opt.reduced_flame,
             opt.emergency_any, opt.alicante, opt.falange_minus, opt.line_none)
    key = f"{scenario} {built}"
    if key not in _BOARDS:
        if len(_BOARDS) == KEPT:
            del _BOARDS[next(iter(_BOARDS))]                 # the oldest; games on it keep it
        _BOARDS[key] = Board(_TABLES[0], scenario, opt)
    return _BOARDS[key]
