"""Computer players of Storm Over Madrid: an answer to every question, from what the side may know, and sound ones."""
from __future__ import annotations

import inspect
import sys
from random import Random
from typing import Any

import pytest

from frente.ai import Budget, General, doctrines, opponent, opponents
from frente.ai.general import Line
from frente.games.storm import GAME
from frente.games.storm.captain.battle import take_losses
from frente.games.storm.captain.combat import BEST, TWO, WORST, share_losses
from frente.games.storm.captain.doctrine import CaptainDoctrine
from frente.games.storm.captain.goals import WEIGHTS_FILE, ground, level_worth
from frente.games.storm.captain.survey import Survey
from frente.games.storm.rules.ch08_replacements import replacement_phase
from frente.games.storm.rules.ch09_losses import Losses
from frente.games.storm.state.board import END_OF, FIRST_OF, NAT, REP
from frente.games.storm.state.position import Storm
from frente.kernel.flow import CHANCE, Frame, Step
from frente.kernel.views import SeatView
from frente.kit.weights import Weights
from frente.lab.sim import Plan, play
from tests.storm.lay import area, empty, hold, impulses, lose, own, put, question, run, start, unit, where

SCENARIOS = ("drive", "corunna", "campaign")


def answer(p: Storm, seed: int = 1) -> str:
    """What a fresh captain says to the present question."""
    side = min(p.choices())
    act = opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(seed))
    return GAME.words(p).word(act)


def carry_out(p: Storm, until: type[Frame], seed: int = 1) -> Storm:
    """The captain of either side answers, and dice fall, until no frame of that kind is left."""
    seats = [opponent("captain", GAME), opponent("captain", GAME)]
    rng = Random(seed)
    while any(isinstance(f, until) for f in p.stack):
        side = min(p.choices())
        if side == CHANCE:
            p.apply(side, rng.choice(p.choices()[side]))
        else:
            p.apply(side, seats[side].choose(SeatView(GAME, p, side), rng))
    return p


def questions() -> set[str]:
    """Names of the steps that ask a side, from the modules of the rules."""
    found: set[str] = set()
    for name, module in sorted(sys.modules.items()):
        if name.startswith("frente.games.storm."):
            for _, step in inspect.getmembers(module, inspect.isclass):
                if issubclass(step, Step) and step.__module__ == name and set(step.verbs) - {"die", "draw"}:
                    found.add(step.__name__)
    return found


# -- every question


def test_both_players_know_the_game() -> None:
    assert opponents(GAME) == ["random", "greedy", "captain", "general"]


@pytest.mark.parametrize("name", ["captain", "greedy"])
def test_there_is_an_answer_to_every_question_of_the_game(name: str) -> None:
    assert set(doctrines(GAME)[name].answers) == questions()


@pytest.mark.parametrize("scenario, bots", [
    *[(x, ("captain", "captain")) for x in SCENARIOS], ("drive", ("greedy", "captain")),
    ("corunna", ("random", "greedy")), ("campaign", ("greedy", "random"))])
def test_whole_games_are_played_to_their_end(scenario: str, bots: tuple[str, str]) -> None:
    done = play(Plan("storm", scenario, {}, bots, 11), 0)
    assert done.error == ""
    assert done.result is not None


@pytest.mark.parametrize("option", ["stop_on_capture", "rebuild_in_box", "chits_after_last_unit", "bombard_from_box"])
def test_the_captain_copes_with_other_readings_of_the_rules(option: str) -> None:
    done = play(Plan("storm", "drive", {option: True}, ("captain", "captain"), 12), 0)
    assert done.error == ""


@pytest.mark.parametrize("seats", [("captain", "random"), ("random", "captain")], ids="-".join)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_captain_beats_chance_from_either_side(scenario: str, seats: tuple[str, str]) -> None:
    done = play(Plan("storm", scenario, {}, seats, 13), 0)
    assert done.result is not None
    assert done.result["winner"] == GAME.sides[seats.index("captain")]


def test_the_same_view_and_seed_give_the_same_answer() -> None:
    p = start()
    while question(p) != "Declare":
        side = min(p.choices())
        p.apply(side, p.choices()[side][0])
    assert len({answer(p, 5) for _ in range(3)}) == 1


# -- hidden chits


def test_the_enemys_hidden_chits_do_not_change_the_answer() -> None:
    said = set()
    for chit in ("R1", "R2", "R4", "R8"):
        p = empty(turn=4)
        put(p, "C", "n-leg-1", "n-leg-4")
        put(p, "M", "r-libertad", "r-burillo")
        own(p, NAT, "C", "B")
        hold(p, chit, "N1")
        for k in range(FIRST_OF[REP], END_OF[REP]):
            p.pool[k] = 1 - p.hand[k]
            p.since[k] = 3
        impulses(p, NAT)
        said.add(answer(p, 7))
    assert len(said) == 1


def test_plans_read_nothing_but_the_number_of_the_enemys_chits() -> None:
    captain = CaptainDoctrine()
    values = []
    for chit in ("R1", "R7"):
        p = empty(turn=4)
        hold(p, chit)
        values.append(ground(p, captain.weights))
    assert values[0] == values[1]


# -- goals


def test_a_suburb_is_worth_more_towards_the_end_of_scenario_1() -> None:
    w = Weights(WEIGHTS_FILE)
    early, late = empty(turn=1), empty(turn=6)
    late.rivers_open = early.rivers_open = True
    dd = area(early, "FF")
    assert ground(late, w)[dd] > ground(early, w)[dd] > w["worth.area"]


def test_the_fourth_route_is_worth_more_than_the_first() -> None:
    w = Weights(WEIGHTS_FILE)
    p = empty("corunna", turn=12)
    before = ground(p, w)[area(p, "W")]
    own(p, NAT, "T", "U", "H", "X", "Z", "Y", "Q", "F", "E", "D")
    after = ground(p, w)[area(p, "W")]
    assert after > before


def test_an_area_is_worth_more_if_the_supply_of_an_army_runs_through_it_until_nothing_recovers_any_more() -> None:
    w = Weights(WEIGHTS_FILE)
    worth = []
    for turn, army in ((3, "P"), (3, "D"), (6, "P")):
        p = empty(turn=turn)
        own(p, NAT, "D", "L", "P")
        put(p, army, "n-leg-1", "n-leg-4", "n-leg-5")
        worth.append(ground(p, w)[area(p, "L")])
    assert worth[0] - worth[1] == pytest.approx(w["worth.line"] * 3 * 2.2)       # three banderas of 2-6
    assert worth[2] < worth[0]


def test_the_guard_of_a_supply_line_does_not_walk_off_to_take_an_empty_area() -> None:
    ends = []
    for army in ("P", "6"):
        p = empty(turn=3)
        own(p, NAT, "D", "L", "P", "K")
        put(p, "D", "n-caz-serrallo")
        put(p, army, *(f"n-leg-{n}" for n in (1, 4, 5, 6, 7, 8)), "n-reg-te1", "n-reg-te2", spent=True)
        put(p, "C", "r-presid", "r-ib11a")
        impulses(p, NAT, bystanders=False)
        captain = opponent("captain", GAME)
        while min(p.choices()) == NAT and question(p) in ("Declare", "ChooseUnits", "StepOn"):
            p.apply(NAT, captain.choose(SeatView(GAME, p, NAT), Random(1)))
        ends.append(where(p, "n-caz-serrallo"))
    assert ends[1] == "E"                # nobody lives on the line
    assert ends[0] in ("D", "L")


def test_in_scenario_1_a_level_of_morale_counts_its_points() -> None:
    w = Weights(WEIGHTS_FILE)
    p = empty(turn=6)
    p.morale = 1
    high = level_worth(p, w, 1)          # from -1 to -2 points (12.1l)
    p.morale = 0
    assert high - level_worth(p, w, 1) == pytest.approx(w["worth.level"] * w["worth.point"])
    q = empty("campaign", turn=6)
    q.morale = 1
    assert level_worth(q, w, 1) == pytest.approx(w["worth.track"])


def test_whoever_may_be_driven_out_of_a_suburb_has_the_level_of_morale_to_lose() -> None:
    """[3.4.1d]"""
    worth = []
    for clear in (0.0, 1.0):
        p = empty(turn=4)
        p.morale = 1
        own(p, NAT, "N")
        put(p, "EE", "n-argel", "r-wadras")
        put(p, "CC", "r-presid", "r-ib11a")
        s = Survey(p, NAT, Weights(WEIGHTS_FILE, {"worth.clear": clear}))
        worth.append(s.here(area(p, "EE"), 0.0, 0.0, 0.0))
    assert worth[0] > worth[1] + 0.5


# -- impulses


def test_an_empty_enemy_area_next_door_is_taken() -> None:
    p = empty(turn=2)
    put(p, "D", "n-caz-serrallo")
    impulses(p, NAT)
    assert answer(p) == "move:D"


def test_on_the_last_turn_an_empty_suburb_in_reach_is_taken() -> None:
    p = empty(turn=6)
    p.rivers_open = True
    own(p, NAT, "D", "C", "M", "N")
    put(p, "N", "n-caz-serrallo")
    put(p, "AA", "r-asalto", spent=True)
    impulses(p, NAT)
    while p.at[unit(p, "n-caz-serrallo")] == area(p, "N"):
        side = min(p.choices())
        p.apply(side, opponent("captain", GAME).choose(SeatView(GAME, p, side), Random(1)))
    assert where(p, "n-caz-serrallo") in ("EE", "GG")


def test_the_last_unit_does_not_leave_madrid_to_the_enemy() -> None:
    p = empty("campaign", turn=8)
    p.rivers_open = True
    own(p, NAT, "D", "CC", "DD")
    put(p, "AA", "r-presid")
    put(p, "DD", "n-leg-1", "n-leg-4")
    put(p, "KK", "r-bernal")
    impulses(p, REP, bystanders=False)
    assert answer(p) != "move:AA"


def test_an_attack_that_cannot_succeed_is_not_made() -> None:
    p = empty("campaign", turn=8)
    own(p, NAT, "D")
    put(p, "BB", "n-argel")
    put(p, "BB", "r-ib11a", "r-ib11b", "r-ib11c", "r-bm1a")
    impulses(p, NAT)
    assert answer(p) != "attack:BB"


def test_militia_in_the_open_is_assaulted_by_a_column() -> None:
    p = empty(turn=2)
    p.morale = 2
    put(p, "D", "n-leg-1", "n-leg-7", "n-reg-me1")
    put(p, "C", "r-cnt-juv", "r-libertad")
    own(p, NAT, "B", "E", "L")
    impulses(p, NAT)
    assert answer(p) == "assault:D"


def test_on_the_corunna_road_a_bandera_cuts_the_road_instead_of_storming_madrid_alone() -> None:
    p = empty("corunna", turn=12)
    p.rivers_open = True
    own(p, NAT, "KK")
    put(p, "KK", "n-caz-serrallo", "n-leg-1")
    put(p, "AA", "r-asalto", spent=True)
    impulses(p, NAT)
    captain = opponent("captain", GAME)
    while question(p) in ("Declare", "ChooseUnits", "StepOn") and min(p.choices()) == NAT:
        p.apply(NAT, captain.choose(SeatView(GAME, p, NAT), Random(1)))
        if p.at[unit(p, "n-leg-1")] != area(p, "KK"):
            break
    assert where(p, "n-leg-1") == "W"


# -- what a search compares


def test_a_march_is_proposed_with_several_ends_and_goes_where_it_was_meant_to() -> None:
    p = empty(turn=2)
    own(p, NAT, "D", "C", "B", "L", "E")
    put(p, "D", "n-caz-serrallo", "n-leg-1")
    impulses(p, NAT)
    general = opponent("general", GAME)
    assert isinstance(general, General)
    knows = general.doctrine
    first, *others = knows.proposals(p, NAT, p.choices()[NAT])
    second = next(intent for act, intent in others if act == first[0])   # the same activation, with another end
    ends = []
    for intent in (first[1], second):
        q = p.clone()
        general.resolve(general.captain, q, NAT, Line(first[0], knows, intent))
        q.apply(NAT, first[0])
        while question(q) in ("ChooseUnits", "StepOn"):
            q.apply(NAT, general.captain.answer(q.clone(), NAT, q.choices()[NAT], Random(1)))
        ends.append({where(q, x) for x in ("n-caz-serrallo", "n-leg-1")} - {"D"})
    assert ends[0] != ends[1]
    assert ends == [{p.board.names[intent.path[-1]]} for intent in (first[1], second)]


class Noting:
    """What the general knows, with a note of where it is asked for a chance."""

    def __init__(self) -> None:
        self.knows: Any = doctrines(GAME)["general"]
        self.asked: set[tuple[int, str]] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.knows, name)

    def chance(self, p: Storm, side: int) -> float:
        self.asked.add((p.turn, question(p)))
        found: float = self.knows.chance(p, side)
        return found


def test_the_general_judges_its_rollouts_when_the_next_turn_begins() -> None:
    p = start()
    seats = [opponent("captain", GAME), opponent("captain", GAME)]
    while question(p) != "Declare":
        side = min(p.choices())
        act = p.choices()[side][0] if side == CHANCE else seats[side].choose(SeatView(GAME, p, side), Random(1))
        p.apply(side, act)
    noting: Any = Noting()
    side = min(p.choices())
    General(GAME, noting, noting.knows, Budget(rollouts=4)).choose(SeatView(GAME, p, side), Random(1))
    assert p.turn == 1
    assert noting.asked == {(2, "Declare")}


# -- losses and retreats


def test_losses_are_shared_so_that_the_area_is_kept() -> None:
    p = empty(turn=5)
    put(p, "EE", "r-wadras", "r-leones", "r-constr")
    put(p, "EE", "n-leg-1")
    f = Losses(REP, [unit(p, x) for x in ("r-wadras", "r-leones", "r-constr")], 5)
    run(p, f)
    carry_out(p, Losses)
    assert "EE" in {where(p, x) for x in ("r-wadras", "r-leones", "r-constr")}


def test_the_cheaper_unit_is_given_up() -> None:
    p = empty(turn=5)
    put(p, "EE", "r-ib11a", "r-wadras", spent=True)
    put(p, "EE", "n-leg-1")
    s = Survey(p, REP, Weights(WEIGHTS_FILE))
    f = Losses(REP, [unit(p, "r-wadras"), unit(p, "r-ib11a")], 2)
    assert share_losses(s, f, 50.0) == [2, 0]


def test_every_distribution_found_is_one_the_rules_offer() -> None:
    captain = CaptainDoctrine()
    for points in range(1, 9):
        p = empty(turn=5)
        put(p, "EE", "r-wadras", "r-art-camp", "r-leones")
        put(p, "EE", "n-leg-1")
        f = Losses(REP, [unit(p, x) for x in ("r-wadras", "r-art-camp", "r-leones")], points)
        run(p, f)
        plan = captain.plan(p, REP)
        while question(p) == "TakeLosses":
            act = take_losses(p, REP, p.choices()[REP], plan)
            assert act in p.choices()[REP]
            p.apply(REP, act)
        assert len(f.given) == 3


def test_rebuilding_is_never_passed_up() -> None:
    p = empty("campaign", turn=4)
    lose(p, "r-wadras", "r-presid")
    put(p, "AA", "r-asalto")
    run(p, replacement_phase(p, REP))
    assert answer(p).startswith("rebuild:")


# -- dice


def test_the_sums_of_dice_are_distributions() -> None:
    for odds in (TWO, BEST, WORST):
        assert sum(odds) == pytest.approx(1.0)
    assert TWO[7] == pytest.approx(6 / 36)
    mean = [sum(d * x for d, x in enumerate(odds)) for odds in (WORST, TWO, BEST)]
    assert mean[0] < mean[1] < mean[2]
    assert mean[1] == pytest.approx(7.0)


def test_an_unknown_weight_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"worth\.glory"):
        Weights(WEIGHTS_FILE, {"worth.glory": 1.0})


def test_the_look_ahead_prefers_ground_and_units() -> None:
    captain = CaptainDoctrine()
    p, q = empty(turn=4), empty(turn=4)
    put(q, "AA", "r-asalto")
    assert captain.worth(q, REP) > captain.worth(p, REP)
    own(p, NAT, "AA")
    assert captain.worth(p, NAT) > captain.worth(q, NAT)
