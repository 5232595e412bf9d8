"""Sequences said once, and copies written from declared fields. These classes are plain Python on any build."""
from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Final

import pytest

from frente.kernel import weave
from frente.kernel.catalog import Game
from frente.kernel.codec import CodecError, position_to_json
from frente.kernel.flow import Act, Choices, Frame, NotPlayed, Position, Side, Step, frames_of, play
from frente.kernel.weave import CACHED, DERIVED, SAVED, STATIC, Cached, Derived, Field, Static
from tests.toy import Toy, Turn


class Board:
    size = 4


BOARD: Final = Board()


@dataclass
class March(Frame):
    side: Side
    units: list[int]
    paid: bool = False
    way: list[list[int]] = field(default_factory=list)


@dataclass
class Raid(March):
    name: str = ""


class Field4(Position):
    board: Static[Board]
    hex: list[int]
    turn: int
    last: bytearray
    zone: Derived[list[list[int]]]
    wheels: Derived[list[bytearray]]
    nets: Cached[list[Board | None]]
    near: Cached[dict[int, int]]

    def __init__(self, board: Board = BOARD) -> None:
        super().__init__()
        self.board = board
        self.hex = [1, 2, 3]
        self.turn = 7
        self.last = bytearray([0, 255])
        self.wheels = [bytearray(2), bytearray([3])]
        self.zone = [[0] * board.size, [1] * board.size]
        self.nets = [board, None]
        self.near = {1: 2}


class Four(Game[Field4]):
    title = "Four"


FOUR: Final = Four()


def test_the_copy_of_a_frame_has_its_fields_and_its_step_and_shares_no_list() -> None:
    f = Raid(1, [4, 5], True, [[1], [2, 3]], "night")
    f.at = 2
    g = f.clone()
    assert type(g) is Raid
    assert g == f
    assert g.at == 2
    g.units.append(6)
    g.way[1].append(9)
    g.way.append([])
    assert f == Raid(1, [4, 5], True, [[1], [2, 3]], "night")


def test_the_copy_of_a_position_shares_what_is_static_and_nothing_else_that_can_change() -> None:
    p = Field4(Board())
    p.call(March(0, [1]))
    p.events = []
    p.barrier = 3
    q = p.clone()
    assert type(q) is Field4
    assert q.board is p.board
    assert (q.hex, q.turn, q.zone, q.near, q.barrier, q.stack) == ([1, 2, 3], 7, [[0] * 4, [1] * 4], {1: 2}, 3, p.stack)
    assert q.nets[0] is p.board
    assert q.events is None
    assert ([*q.last], [[*row] for row in q.wheels]) == ([0, 255], [[0, 0], [3]])
    q.hex[0] = q.zone[1][0] = q.near[1] = q.last[0] = q.wheels[1][0] = 9
    q.nets[0] = None
    q.stack[0].at = 1
    assert (p.hex, p.zone, p.near) == ([1, 2, 3], [[0] * 4, [1] * 4], {1: 2})
    assert ([*p.last], [[*row] for row in p.wheels]) == ([0, 255], [[0, 0], [3]])
    assert p.nets[0] is p.board
    assert p.stack[0].at == 0


def test_fields_are_known_by_their_marks_in_the_order_of_declaration() -> None:
    assert weave.marked(Field4, SAVED) == ["hex", "turn", "last"]
    assert weave.marked(Field4, STATIC) == ["board"]
    assert weave.marked(Field4, DERIVED) == ["zone", "wheels"]
    assert weave.marked(Field4, CACHED) == ["nets", "near"]
    assert list(weave.fields(Raid)) == ["side", "units", "paid", "way", "name"]


def test_what_is_written_for_the_compiler_copies_in_the_same_way() -> None:
    text = weave.module([Turn])
    assert "def copy_toy_Turn(x: toy_Turn) -> toy_Turn:" in text
    assert "y.bids = x.bids[:]" in text
    space: dict[str, object] = {}
    exec(text, space)
    try:
        assert weave.COPIERS[Turn] is space["copy_toy_Turn"]
        f = Turn([1, 2], [3, 4], 5)
        assert f.clone() == f
        assert f.clone().bids is not f.bids
        assert weave.FIELDS[Turn] == {"bids": Field(SAVED, "{}[:]"), "chits": Field(SAVED, "{}[:]"),
                                      "dealt": Field(SAVED, "{}")}
    finally:
        del weave.COPIERS[Turn], weave.FIELDS[Turn]


@dataclass
class Odd(Frame):
    chances: list[float]


def test_a_field_that_cannot_be_saved_is_named_with_what_to_do() -> None:
    with pytest.raises(TypeError, match=r"test_kernel_weave\.Odd\.chances cannot be copied and saved: make it a"):
        Odd([0.5]).clone()


def test_bytes_are_saved_as_a_list_of_numbers_and_loaded_as_bytes() -> None:
    p = Field4()
    saved = json.loads(json.dumps(position_to_json(p)))
    assert saved == {"hex": [1, 2, 3], "turn": 7, "last": [0, 255], "barrier": 0, "stack": []}
    q = FOUR.rebuild(saved | {"last": [7, 0]}, p)
    assert (type(q.last), [*q.last]) == (bytearray, [7, 0])
    with pytest.raises(CodecError, match=r"cannot be read"):
        FOUR.restore(saved | {"last": 10 ** 12}, p)


# -- play


class Wait(Step[March, Toy]):
    rule = "1"

    def ask(self, f: March, p: Toy) -> Choices:
        return {0: [Act("pass")]}


class Go(Step[March, Toy]):
    rule = "2"


class Again(Go):
    rule = "3"


play(March, Wait(), Go(), Again())


def test_a_frame_walks_through_what_was_said_and_can_be_closed() -> None:
    f = March(0, [])
    assert [s.rule for s in f.steps()] == ["1", "2", "3"]
    assert not f.close()
    assert f.at == 3


def test_a_frame_that_nobody_plays_is_named_with_what_to_do() -> None:
    with pytest.raises(NotPlayed, match=r"happens in tests\.test_kernel_weave\.Raid: .* write play\(Raid, \.\.\.\)"):
        Raid(0, []).steps()


def test_a_sequence_is_said_once_and_each_step_stands_in_it_once() -> None:
    with pytest.raises(NotPlayed, match=r"sequence of tests\.test_kernel_weave\.March is said twice"):
        play(March, Wait())
    with pytest.raises(NotPlayed, match=r"Wait stands twice in tests\.test_kernel_weave\.Raid"):
        play(Raid, Wait(), Go(), Wait())


def test_a_step_that_asks_and_does_nothing_with_the_answer_is_named() -> None:
    with pytest.raises(NotImplementedError, match=r"tests\.test_kernel_weave\.Wait asks .*: write its do\(\)"):
        Wait().do(March(0, []), Toy.__new__(Toy), 0, Act("pass"))


def test_frames_of_one_package_have_different_names() -> None:
    assert frames_of("tests.test_kernel_weave") == {"March": March}
    other = type("March", (March,), {})
    play(other, Wait())
    with pytest.raises(NotPlayed, match="both have a frame March"):
        frames_of("tests.test_kernel_weave")
    other.__module__ = "elsewhere"


def test_a_game_knows_all_its_frames_as_soon_as_it_is_found() -> None:
    """A module that plays a frame and that nobody imports would be missed when a stored game is loaded."""
    code = """if True:
        import importlib, pkgutil
        from frente.kernel.catalog import all_games
        for game in all_games():
            known = set(game.frames)
            package = importlib.import_module(type(game).__module__)
            for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
                importlib.import_module(module.name)
            print(game.slug, len(known), sorted(set(game.frames) - known))"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.splitlines() == ["brunete 15 []", "guadalajara 25 []", "heralds 28 []", "storm 19 []", "tscw 21 []"]


class Early(Field4):
    """Declares a field of its base again: it is saved where the game has it."""

    name: str = ""
    hex: list[int]


def test_a_field_declared_again_is_saved_in_the_order_of_the_class_that_does() -> None:
    assert weave.marked(Field4, SAVED) == ["hex", "turn", "last"]
    assert weave.marked(Early, SAVED) == ["turn", "last", "name", "hex"]
    p = Early(Board())
    assert p.clone().hex == [1, 2, 3]
