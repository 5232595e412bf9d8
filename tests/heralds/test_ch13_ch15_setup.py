"""[13, 15] Set-up: the chart row by row, the free pieces, and the special first turn."""
from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch05_negotiation import domino_falls
from frente.games.heralds.rules.ch13_setup import affiliate_armour, place_refusal, placed
from frente.games.heralds.state.board import CND, NEUTRAL, OWNERS, PCE, load_board
from frente.games.heralds.state.frames import AFFILIATE, SUBVERT, NegotiationPhase, Setup, Talk
from frente.games.heralds.state.options import Options
from frente.games.heralds.state.position import UNPLACED, Heralds, opening
from tests.heralds.lay import (
    args,
    asked,
    chart,
    dice,
    empty,
    neutral,
    offered,
    play,
    put,
    question,
    rules,
    run,
    side_of,
    space,
    start,
    top,
    unit,
    up,
    where,
)


def fresh(**options: object) -> Heralds:
    return opening(load_board(), Options(GAME.settled(options)))


def at(p: Heralds, place: str) -> dict[str, str]:
    """Kinds of pawn in a place with their number and status, as the chart lists them."""
    b = p.board
    count: Counter[tuple[str, str]] = Counter()
    for u in p.units(space(p, place)):
        name = b.piece[u]
        head, _, tail = name.rpartition("-")
        kind = head if tail.isdigit() and len(tail) == 1 and head else name
        count[kind, OWNERS[p.side[u]]] += 1
    return {f"{kind} x{n}": side for (kind, side), n in count.items()}


ROWS = {
    "15.A": {"A": {"40bm x3": "cnd"}, "A1": {}, "A2": {}},
    "15.B": {"B": {"112bm x2": "cnd"}, "B1": {"112bm x2": "cnd", "art-centro x1": "cnd"}, "B2": {"6asalto x2": "cnd"},
             "B3": {"hq-65d x1": "cnd", "gutierrez x1": "cnd", "syn-soc x1": "neutral"},
                    "B4": {"syn-cnt x1": "neutral"},
             "B5": {"hq-7d x1": "cnd", "zulueta x1": "cnd"}},
    "15.C": {"C": {"5asalto x2": "cnd"}, "C1": {}},
    "15.D": {"D": {"112bm x2": "cnd"}, "D1": {"6asalto x1": "cnd", "hq-2a x1": "cnd", "pineroa x1": "cnd"},
             "D2": {"arm-reserva x1": "neutral"}, "D3": {"syn-pce x1": "neutral"}},
    "15.E": {"E": {"70bm x1": "cnd"}, "E1": {}},
    "15.F": {"F": {"5asalto x1": "cnd"}, "F1": {}},
    "15.G": {"G": {}, "G1": {"70bm x1": "cnd"}, "G2": {"4asalto x1": "cnd"}, "G3": {"70bm x1": "cnd"},
             "G4": {"70bm x1": "cnd"}},
    "15.H": {"H": {"art-centro x1": "cnd"}, "H1": {"70bm x1": "cnd"}, "H2": {}, "H3": {"4asalto x1": "cnd"}},
    "15.J": {"J": {"subsuelo x1": "neutral", "ametrall x1": "neutral"}, "J1": {"112bm x2": "cnd"},
             "J2": {"4asalto x1": "cnd"}},
    "15.K": {"K": {"41bm x1": "cnd", "art-centro x1": "cnd"}, "K1": {}, "K2": {"arm-base x1": "neutral",
             "41bm x1": "cnd"}},
    "15.L": {"L": {"41bm x1": "cnd"}},
    "15.jaca": {"JACA": {"70bm x1": "cnd", "hq-centro x1": "cnd", "gazzolo x1": "cnd", "mera x1": "cnd"}},
    "15.per": {"CHAMARTIN": {"70bm x2": "cnd"}, "VICALVARO": {"8carab x3": "cnd"}, "SAN_FERNANDO": {"5carab x3": "cnd"},
               "VALLECAS": {"152bm x3": "cnd"}},
    "15.II": {"RES_4D": {"hq-4d x1": "neutral", "67bm x3": "neutral", "oliva x1": "neutral"},
              "RES_7D": {"42bm x6": "neutral", "53bm x3": "neutral"}, "RES_8D": {"18bm x6": "neutral"},
              "EL_PARDO": {"ascanio x1": "pce", "hq-8d x1": "neutral", "44bm x3": "neutral", "111bm x2": "neutral",
                           "art-8d x1": "neutral"},
              "VILLA_ELOISA": {"hq-ii x1": "neutral", "bueno x1": "neutral"}},
    "15.I": {"RES_I": {"barcelo x1": "neutral", "hq-i x1": "neutral", "hq-69d x1": "neutral", "99bm x3": "neutral",
                       "200bm x3": "neutral", "gallego x1": "neutral"}},
    "15.III": {"CARABANA": {"ortega x1": "neutral", "hq-iii x1": "neutral", "hq-13d x1": "neutral",
               "110bm x2": "neutral",
                            "f-recio x1": "neutral"},
               "RES_III": {"hq-9d x1": "neutral", "art-iii x1": "neutral", "45bm x2": "neutral", "77bm x2": "neutral"}},
    "15.IV": {"GUADALAJARA": {"ffcc x1": "neutral", "hq-iv x1": "neutral"},
              "RES_IV": {"liberino x1": "neutral", "g-caro x1": "neutral", "hq-12d x1": "neutral",
               "hq-14d x1": "neutral",
                         "50bm x3": "neutral", "90bm x3": "neutral", "35bm x3": "neutral", "art-iv x1": "neutral"}},
    "15.XVII": {"RES_XVII": {"83bm x3": "neutral", "art-xvii x1": "neutral", "hq-xvii x1": "neutral",
                             "hq-73d x1": "neutral", "g-vallejo x1": "neutral", "carro-r x1": "neutral"}},
    "15.GERC": {"RES_LEV": {"214bm x3": "neutral", "127bm x3": "neutral", "fare-air x1": "neutral",
                "hq-gerc x1": "neutral",
                            "hq-fare x1": "neutral", "hq-66d x1": "neutral", "hq-28d x1": "neutral",
                            "matallana x1": "neutral", "castan x1": "neutral", "mayordomo x1": "neutral",
                            "camacho x1": "neutral"}},
    "15.alc": {"ALCALA": {"hq-g x1": "pce", "calvo x1": "pce", "g x3": "neutral"},
               "TORREJON": {"arm-escuela x1": "neutral"}},
}


@pytest.mark.rule("15.A", "15.B", "15.C", "15.D", "15.E", "15.F", "15.G", "15.H", "15.J", "15.K", "15.L", "15.jaca",
                  "15.per", "15.II", "15.I", "15.III", "15.IV", "15.XVII", "15.GERC", "15.alc")
@pytest.mark.parametrize("row", ROWS)
def test_every_row_of_the_chart_stands_where_it_says(row: str) -> None:
    p = fresh()
    for place, wanted in ROWS[row].items():
        assert at(p, place) == wanted


@pytest.mark.rule("15.A", "15.B", "15.C", "15.D", "15.E", "15.F", "15.G", "15.H", "15.J", "15.K", "15.IV")
def test_the_resources_of_the_chart_stand_in_their_compounds() -> None:
    b = load_board()
    at_start = {name: [b.rid[r] for r in b.at_space[b.index[name]]] for name in b.names[33:]}
    assert {k: v for k, v in at_start.items() if v} == {
        "A1": ["broadcast-a1"], "A2": ["water-a2"], "B1": ["ammo-b1"], "B5": ["broadcast-b5"], "C1": ["power-c1"],
        "D3": ["print-d3"], "E1": ["ammo-e1"], "F1": ["motor-f1"], "G1": ["tel-g1"], "H2": ["wireless-h2"],
        "H3": ["tel-h3"], "J1": ["tel-j1", "print-j1"], "J2": ["ammo-j2"], "K1": ["power-k1"], "K2": ["motor-k2"],
        "GUADALAJARA_EXCHANGE": ["tel-guadalajara"]}


@pytest.mark.rule("13a")
def test_bridges_start_open_but_for_arganda() -> None:
    p = fresh()
    assert p.closed == 1
    assert p.offensive == 0
    assert set(p.state) == {0}


@pytest.mark.rule("13e")
def test_headquarters_affiliated_at_the_start_have_their_full_command() -> None:
    p = fresh()
    ready = [p.board.uid[h] for h in p.board.hqs if p.side[h] != NEUTRAL]
    assert ready == ["hq-centro", "hq-2a", "hq-65d", "hq-g", "hq-7d"]
    assert all(p.points(h) == p.board.command[h] for h in p.board.hqs)


# -- free deployment


@pytest.mark.rule("13b")
def test_the_pce_places_first_and_then_the_cnd() -> None:
    p = start()
    rng = Random(1)
    order = []
    while question(p) in ("PlacePertegaz", "PickPiece", "PlacePiece"):
        side = asked(p)[0]
        order.append(side)
        p.apply(side, rng.choice(p.choices()[side]))
    assert order == [PCE] * 29 + [CND] * 28
    assert UNPLACED not in p.at


def settle_piece(name: str, side: int, **options: object) -> tuple[Heralds, int]:
    p = fresh(**options)
    return p, unit(p, name)


def allowed(p: Heralds, side: int, u: int) -> set[str]:
    count = placed(p, side)
    return {name for a, name in enumerate(p.board.names) if not place_refusal(p, side, u, a, count)[0]}


@pytest.mark.rule("15.free.cnd")
def test_where_the_pieces_of_the_cnd_may_start() -> None:
    p = fresh()
    towns = set("ABCDEFGHJKL")
    for name in ("token-cnd", "decoy-cnd-1", "pedrero", "sim-1"):
        found = allowed(p, CND, unit(p, name))
        assert {n for n in found if n in p.board.names[:33]} == set(p.board.names[:33])
    for name in ("centano", "moll"):
        assert {n for n in allowed(p, CND, unit(p, name)) if n in p.board.names[:33]} == towns
    for name in ("alvarez", "otero"):
        found = allowed(p, CND, unit(p, name))
        assert "JACA" in found
        assert "CANILLEJAS" not in found
        assert {n for n in found if n in p.board.names[:33]} == towns
    assert {n for n in allowed(p, CND, unit(p, "verardini")) if n in p.board.names[:33]} == {
        "E", "G", "H", "CANILLEJAS", "CHAMARTIN"}
    assert allowed(p, CND, unit(p, "garijo")) == {"RES_LEV"}
    q = fresh(alvarez_fixed_in_g2=True)
    assert allowed(q, CND, unit(q, "alvarez")) == {"G2"}


@pytest.mark.rule("15.free.pce")
def test_where_the_pieces_of_the_pce_may_start_and_sanchez_wins_an_armour_unit() -> None:
    p = fresh()
    assert allowed(p, PCE, unit(p, "giron")) == set(p.board.names[:33])
    assert allowed(p, PCE, unit(p, "lopez-valle")) == set("ABCDEFGHJKL")
    assert allowed(p, PCE, unit(p, "sanchez")) == {"D", "K", "TORREJON"}
    assert allowed(p, PCE, unit(p, "pedro-fdez")) == {"EL_PARDO", "RES_8D"}
    assert allowed(p, PCE, unit(p, "conesa")) >= {"A", "K", "RES_7D", "CIUDAD_LINEAL", "VALLECAS"}
    assert "RES_I" not in allowed(p, PCE, unit(p, "conesa"))
    p.put(unit(p, "sanchez"), space(p, "K"))
    affiliate_armour(p)
    assert side_of(p, "arm-base") == PCE
    assert where(p, "arm-base") == "K"   # it cannot stay in K2 with the 41BM
    assert side_of(p, "arm-reserva") == NEUTRAL
    q = fresh()
    q.put(unit(q, "sanchez"), space(q, "D"))
    affiliate_armour(q)
    assert where(q, "arm-reserva") == "D2"


@pytest.mark.rule("15.free.pce.b", "9.9.2a")
def test_pertegaz_waits_face_up_in_one_of_two_reserves() -> None:
    p = start()
    assert question(p) == "PlacePertegaz"
    assert args(p, "place") == ["RES_7D", "RES_III"]
    assert rules(p, "place:G") == ["15.free.pce.b"]
    play(p, "place:RES_7D")
    assert side_of(p, "pertegaz") == PCE
    from frente.games.heralds.rules.ch06_stacks import commands, one_formation

    put(p, "RES_7D", "42bm-1")
    put(p, "RES_III", "45bm-1")
    boss = unit(p, "pertegaz")
    assert commands(p, boss, unit(p, "45bm-1"))
    assert commands(p, boss, unit(p, "42bm-1"))                          # II Corps, any division
    assert not commands(p, boss, unit(p, "110bm-1"))                     # III Corps, another division
    assert not one_formation(p, boss, [unit(p, "45bm-1")], unit(p, "42bm-1"))
    guns = unit(p, "art-8d")
    assert commands(p, boss, guns)
    assert one_formation(p, boss, [boss, unit(p, "42bm-1"), unit(p, "arm-base")], guns)
    assert not one_formation(p, boss, [boss, unit(p, "45bm-1")], guns)   # guns of the one, men of the other
    assert one_formation(p, boss, [boss, unit(p, "45bm-1")], unit(p, "arm-base"))


@pytest.mark.rule("15.free.a")
def test_at_most_three_free_pieces_of_a_side_start_in_one_square() -> None:
    p = fresh()
    run(p, Setup(CND))
    for name in ("centano", "moll", "pedrero"):
        play(p, f"piece:{name}", "place:G")
    play(p, "piece:sim-1")
    assert rules(p, "place:G") == ["15.free.a"]
    assert rules(p, "place:G2") == ["15.free.a"]
    assert "place:H" in offered(p)
    q = fresh()
    for name, place in (("giron", "D"), ("dieguez", "D"), ("barrios", "D"), ("decoy-pce-1", "K"), ("decoy-pce-2", "K"),
                        ("decoy-pce-3", "K"), ("decoy-pce-4", "TORREJON"), ("token-pce", "TORREJON")):
        q.put(unit(q, name), space(q, place))
    run(q, Setup(PCE))
    play(q, "place:RES_7D", "piece:conesa")
    assert "place:TORREJON" not in offered(q)    # Sanchez has no other place left


@pytest.mark.rule("4b")
def test_a_handle_tells_nothing_of_the_piece_it_hides() -> None:
    p = fresh()
    run(p, Setup(CND))
    play(p, "piece:moll", "place:G", "piece:token-cnd", "place:G")
    view = GAME.view(p, PCE)
    shown = [x for x in view.pieces if x["at"] == "G"]
    assert [(x["id"], x["symbol"], x["name"], x["factors"]) for x in shown] == [
        ("cnd-1", "hidden", "", "?"), ("cnd-2", "hidden", "", "?")]
    mine = [x for x in GAME.view(p, CND).pieces if x["at"] == "G"]
    assert [x["size"] for x in mine] == ["moll", "token-cnd"]


# -- the first turn


@pytest.mark.rule("13h", "13i")
def test_on_turn_1_only_the_pce_negotiates_where_it_already_is() -> None:
    p = chart(turn=1)
    p.ap, p.ip, p.initiative = [5, 7], [0, 2], PCE
    run(p, NegotiationPhase(PCE))
    assert set(args(p, "affiliate")) == {"hq-8d", "44bm-1", "111bm-1", "art-8d", "g-1"}    # Ascanio and Calvo are there
    assert args(p, "summon") == args(p, "shift") == []
    assert rules(p, "affiliate:hq-i") == ["13h"]
    assert rules(p, "summon:barcelo") == ["R60"]
    up(p, "EL_PARDO", "otero")
    play(p, "affiliate:hq-8d")
    assert p.ap == [5, 6]
    assert args(p, "envoy") == ["ascanio"]
    play(p, "envoy:ascanio")             # no line of command
    assert question(p) == "TalkPoints"
    play(p, "ip:0")
    assert asked(p) == [CND]
    play(p, "helper:otero")
    assert p.ap == [4, 6]                # paid whether or not he gets involved
    dice(p, 6)
    assert question(p) == "TalkDie"
    assert top(p, Talk).foes == 0
    q = chart(turn=1)
    q.initiative = PCE
    run(q, NegotiationPhase(CND))
    assert asked(q) != [CND]


@pytest.mark.rule("5.2.2q", "13h")
def test_on_turn_1_the_pce_adds_one_to_domino_rolls() -> None:
    p = empty(turn=1)
    assert domino_falls(p, PCE, AFFILIATE, 4, 4)
    assert not domino_falls(p, PCE, AFFILIATE, 5, 4)
    assert not domino_falls(p, CND, AFFILIATE, 4, 4)
    assert not domino_falls(p, PCE, SUBVERT, 4, 4)
    p.turn = 2
    assert not domino_falls(p, PCE, AFFILIATE, 4, 4)
    assert domino_falls(p, PCE, SUBVERT, 4, 4)
    q = empty(turn=1, domino_goal2_strict=True)
    assert domino_falls(q, PCE, SUBVERT, 4, 4)


@pytest.mark.rule("13i")
def test_without_action_points_the_cnd_cannot_interfere_on_turn_1() -> None:
    p = empty(turn=1)
    put(p, "EL_PARDO", "ascanio")
    up(p, "EL_PARDO", "otero")
    neutral(p, "EL_PARDO", "hq-8d")
    p.ap = [0, 3]
    p.initiative = CND
    run(p, Talk(PCE, AFFILIATE, unit(p, "hq-8d")))
    play(p, "envoy:ascanio")
    assert question(p) == "TalkDie"
