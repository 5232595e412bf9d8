"""The searching opponent: sees a seat's view alone, repeats itself, answers whenever it is stopped."""
from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from frente.ai import Budget, General, doctrines, opponent
from frente.ai.captain import Captain
from frente.ai.general import Line, ranked, settled, surely
from frente.kernel.catalog import Game, Outcome, all_games, find
from frente.kernel.flow import CHANCE, Act, Position
from frente.kernel.views import Open, SeatView
from frente.kit.chance import Chances, by_worth
from frente.lab.sim import Plan, play
from tests.conftest import SHORT

GAMES = [game.slug for game in all_games()]


def decisive_moment(slug: str, seed: int = 1) -> tuple[Any, Position, int]:
    """A game between captains up to the first question that is searched."""
    game = find(slug)
    d: Any = doctrines(game)["general"]
    seats = [Captain(doctrines(game)["captain"]) for _ in game.sides]
    p = game.start(SHORT[slug], game.settled({}))
    rng = Random(seed)
    while True:
        asked = p.choices()
        if CHANCE in asked:
            p.apply(CHANCE, rng.choice(asked[CHANCE]))
            continue
        side = min(asked)
        named = type(p.step()).__name__ in d.decisive
        planned = d.season(p, side) is not None and d.quiet(p, side)
        if len(asked[side]) > 1 and (named or planned):
            return game, p, side
        p.apply(side, seats[side].choose(SeatView(game, p, side), rng))


@pytest.mark.parametrize("slug", GAMES)
def test_what_it_decides_follows_from_the_seed_and_from_what_its_side_may_know(slug: str) -> None:
    """The truth is exchanged for another position that looks the same: the same act after the same thoughts."""
    game, p, side = decisive_moment(slug)
    found = []
    for q in (p, game.determinize(p, side, Random(4))):
        general = opponent("general", game, Budget(rollouts=4))
        assert isinstance(general, General)
        act = general.choose(SeatView(game, q, side), Random(9))
        assert act in p.choices()[side]
        thought = general.thoughts[0]
        assert thought.rollouts >= 4
        assert all(0.0 <= chance <= 1.0 for chance in thought.chances)
        found.append((act, thought))
    assert found[0] == found[1]


def test_a_clock_ends_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    game, p, side = decisive_moment("storm")
    ticks = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    general = opponent("general", game, Budget(rollouts=10**6, seconds=30.0))
    assert isinstance(general, General)
    assert general.choose(SeatView(game, p, side), Random(1)) in p.choices()[side]
    assert next(ticks) < 60


@pytest.mark.parametrize("slug", ["storm", "heralds"])
def test_it_plays_whole_games(slug: str) -> None:
    done = play(Plan(slug, SHORT[slug], {}, ("general:2", "captain"), 3), 0)
    assert done.error == ""
    assert done.result is not None


# -- the race


def line(*seen: float) -> Line:
    return Line(None, doctrines(find("storm"))["captain"], None, list(seen))


def test_a_tie_goes_to_the_captain() -> None:
    assert ranked([line(0.5, 0.5), line(0.5, 0.5), line(0.6, 0.5)], [0, 1, 2]) == [2, 0, 1]


def test_a_line_must_be_better_than_the_captains_beyond_doubt() -> None:
    even = line(0.5, 0.5, 0.5, 0.5)
    assert not surely(line(0.6, 0.5, 0.7, 0.4), even)            # by 0.05, with a standard error of 0.065
    assert surely(line(0.6, 0.5, 0.7, 0.5), even)                # by 0.075, with one of 0.048
    assert not surely(even, even)
    assert not surely(line(1.0), line(0.0))                      # one row proves nothing
    assert not surely(line(), even)


def test_a_race_is_over_when_nobody_can_catch_up() -> None:
    ahead, behind = [0.8, 0.9] * 6, [0.1, 0.2] * 6
    assert settled([line(*ahead), line(*behind)], [0, 1])
    assert not settled([line(*ahead[:4]), line(*behind[:4])], [0, 1])            # too few
    assert settled([line(*ahead), line(*ahead)], [0, 1])                         # alike: nothing to choose
    assert not settled([line(*ahead[:3]), line(*ahead[:3])], [0, 1])
    assert not settled([line(*[0.0, 1.0] * 6), line(*[1.0, 0.0] * 5, 0.0, 0.0)], [0, 1])


# -- a game of one question


def first_of(p: Position, side: int, acts: list[Act], plan: Any) -> Act:
    return acts[0]


class Wager(Position):
    """Whoever takes the best thing wins, if the die allows it (else whoever does not)."""

    value = 0

    def __init__(self, takes: int = 2, best: int = 1, dice: tuple[int, ...] = (0, 1, 1, 1)) -> None:
        super().__init__()
        self.told = takes, best, dice
        self.asked = {0: [Act("take", n) for n in range(takes)]}

    def clone(self) -> Wager:
        q = Wager(*self.told)
        q.value, q.asked = self.value, dict(self.asked)
        return q

    def apply(self, side: int, act: Act) -> None:
        _, best, dice = self.told
        if side == CHANCE:
            self.value, self.asked = self.value if act.arg else 1 - self.value, {}
        else:
            self.value, self.asked = int(act.arg == best), {CHANCE: [Act("die", n) for n in dice]}

    def step(self) -> Any:
        return self


class Table(Game[Any]):
    def seal(self, p: Position, viewer: int) -> Any:
        return Open(p, viewer)

    def outcome(self, p: Any) -> Outcome | None:
        return None if p.asked else Outcome(0 if p.value else 1, "", "")


class Knows:
    decisive = frozenset(["Wager"])
    rollouts = 40
    horizon = 0

    def __init__(self) -> None:
        self.answers = {"Wager": first_of}

    def epoch(self, p: Position, side: int) -> int:
        return 0

    def plan(self, p: Position, side: int) -> None:
        return None

    def worth(self, p: Position, side: int) -> float:
        return 0.0

    def proposals(self, p: Position, side: int, acts: list[Act]) -> list[tuple[Act, None]]:
        return [(act, None) for act in acts]

    def plans(self, p: Position, side: int) -> list[Any]:
        return []

    def season(self, p: Position, side: int) -> None:
        return None

    def quiet(self, p: Position, side: int) -> bool:
        return True

    def chance(self, p: Position, side: int) -> float:
        return 0.5


def seated(budget: Budget | None = None) -> tuple[Any, General]:
    game: Any = Table()
    knows: Any = Knows()
    assert Captain(knows).choose(SeatView(game, Wager(), 0), Random(0)) == Act("take", 0)
    return game, General(game, knows, knows, budget)


def test_a_line_that_wins_beats_one_that_loses() -> None:
    """What is better is found, though the captain would say the other thing."""
    game, general = seated()
    assert general.choose(SeatView(game, Wager(), 0), Random(0)) == Act("take", 1)


def test_whoever_stops_it_gets_the_best_so_far() -> None:
    game, general = seated(Budget(rollouts=10_000))
    shares: list[float] = []
    general.tell = shares.append
    general.stop = lambda: len(shares) == 2                      # in the third row
    act = general.choose(SeatView(game, Wager(6, best=3, dice=(1,)), 0), Random(1))
    thought = general.thoughts[0]
    assert act == thought.acts[3] == Act("take", 3)
    assert thought.chances == [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    assert thought.rollouts == 2 * 6                             # two rows that were whole
    assert len(shares) == 2


def test_whoever_stops_it_at_once_gets_the_captains_answer() -> None:
    game, p, side = decisive_moment("storm")
    hasty = opponent("general", game, Budget(rollouts=10_000))
    assert isinstance(hasty, General)
    hasty.stop = lambda: True
    captain = opponent("captain", game).choose(SeatView(game, p, side), Random(1))
    assert hasty.choose(SeatView(game, p, side), Random(1)) == captain           # there is always an answer


# -- the chance to win


def test_chances_are_read_by_name_and_by_how_far_the_game_has_gone(tmp_path: Any) -> None:
    path = tmp_path / "chance.toml"
    path.write_text('["s"]\ngames = 1\n["s".weights]\n"constant" = [0.0, 1.0]\n"b" = [2.0, -2.0]\n', encoding="utf-8")
    chances = Chances(path, ["a", "b"])
    assert chances.of_second("s", 0.0, [5.0, 1.0]) == pytest.approx(0.8808, abs=1e-4)    # 1 / (1 + e^-2)
    assert chances.of_second("s", 1.0, [5.0, 1.0]) == pytest.approx(0.7311, abs=1e-4)    # 1 / (1 + e^-1)
    assert chances.knows("s")
    assert not chances.knows("elsewhere")
    assert by_worth(0.0) == 0.5
    assert by_worth(25.0) == pytest.approx(0.7311, abs=1e-4)


@pytest.mark.parametrize("slug", GAMES)
def test_features_have_their_names_and_both_sides_chances_add_up(slug: str) -> None:
    game, p, side = decisive_moment(slug)
    d: Any = doctrines(game)["general"]
    scene, gone, features = d.traits(p, side)
    assert scene == SHORT[slug]
    assert len(features) == len(d.names) == len(set(d.names))
    assert 0.0 < gone <= 1.0
    assert 0.0 < d.chance(p, side) < 1.0
