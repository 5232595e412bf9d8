"""What the board derives from its data: steps and their prices, rails, the chain of command, places of the set-up.

Each test builds a board of its own, so that it also notices a change of how it is built."""
from __future__ import annotations

import re

import pytest

from frente.games.heralds.data.shape import KEYS, NAMES
from frente.games.heralds.state.board import DATA, PLACES, SPACES, SQUARES, Board
from frente.kernel.packs import load_tables


@pytest.fixture
def board() -> Board:
    return Board(load_tables(DATA, NAMES, None, keys=KEYS))


def table(text: str) -> dict[str, list[str]]:
    """Lines of a name, a colon and words; a line that begins with a blank goes on with the one before."""
    rows = [line.partition(":") for line in re.sub(r"\n\s+", " ", text.strip()).split("\n")]
    return {name.strip(): rest.split() for name, _, rest in rows}


# -- steps

STEPS = """
A: A1 A2 CHAMARTIN<A1 B<B1 B1 J<A2 RES_7D
B: B1 B2 B3 B4 B5 A<B1 C<B4 D<B5 G<B3+G1 H<B2+H1
C: C1 B<B4 B4 D<D1 D1 E CIUDAD_LINEAL<C1
G: G1 G2 G3 G4 B<G1+B3 H<G2+G4 J<G3 L<G3
H: H1 H2 H3 B<H1+B2 D<H2+D3 G<G4+G2 G4 K<H3
CHAMARTIN: A<A1 A1 RES_8D RES_I CIUDAD_LINEAL
GUADALAJARA: ALCALA RES_IV
RES_IV: GUADALAJARA
A1: A CHAMARTIN
B2: B H<H1 H1
G4: G H G2
H1: H B<B2 B2
JACA: CANILLEJAS
ARGANDA_BRIDGE: ARGANDA VALLECAS
GUADALAJARA_EXCHANGE:"""


@pytest.mark.rule("6.3b", "6.3c", "2.2g", "2.2h")
def test_steps_lead_along_routes_and_into_compounds_and_remember_what_they_pass(board: Board) -> None:
    for name, steps in table(STEPS).items():
        a = board.index[name]
        found = ["<".join([board.names[t], *(["+".join(board.names[c] for c in board.past[a][i])]
                                            if board.past[a][i] else [])]) for i, t in enumerate(board.to[a])]
        assert found == steps, name
    assert sum(len(row) for row in board.to) == 227


@pytest.mark.rule("7.1.1a", "14.k")
def test_compounds_are_stormed_from_their_square_the_other_end_of_a_route_and_the_next_compound(board: Board) -> None:
    storms = table("""
B: B1 B2 B3 B4 B5 G1<B3 H1<B2
A: A1 A2 B1
H: H1 H2 H3 B2<H1 D3<H2 G4 G2<G4
G: G1 G2 G3 G4 B3<G1
CHAMARTIN: A1
GUADALAJARA: GUADALAJARA_EXCHANGE
B3: G1
G1: B3
A1:""")
    for name, want in storms.items():
        a = board.index[name]
        assert ["<".join([board.names[c], *[board.names[x] for x in past]])
                for c, past in zip(board.storm_at[a], board.storm_past[a])] == want


CHART = [
    ("downtown", "downtown"), ("downtown", "compound_related"), ("downtown", "compound_unrelated"),
    ("downtown", "periphery_or_reserves"), ("periphery_or_reserves", "downtown"),
    ("periphery_or_reserves", "compound_related"), ("periphery_or_reserves", "compound_unrelated"),
    ("periphery_or_reserves", "periphery_or_reserves"), ("compound_same_letter", "compound_connected"),
    ("compound_other_letter", "compound_connected"), ("compound_related", "downtown"),
    ("compound_unrelated", "downtown"), ("compound_related", "periphery_or_reserves"),
    ("compound_unrelated", "periphery_or_reserves")]


@pytest.mark.rule("14.a", "14.b", "14.c", "14.d", "14.e", "14.f", "14.g", "14.h", "14.i", "14.j")
def test_every_step_is_priced_by_its_row_of_the_chart(board: Board) -> None:
    prices = {(*row, status): 10 * n + k for n, row in enumerate(CHART) for k, status in enumerate(("easy", "hard"))}
    for a, b, row in (("A", "B", 0), ("B", "B1", 1), ("A", "A1", 1), ("A", "B1", 2), ("B", "A1", 2),
                      ("A", "CHAMARTIN", 3), ("L", "RES_4D", 3), ("CHAMARTIN", "A", 4), ("RES_4D", "L", 4),
                      ("CANILLEJAS", "JACA", 5), ("CHAMARTIN", "A1", 6), ("VALLECAS", "K2", 6),
                      ("CHAMARTIN", "RES_I", 7), ("RES_I", "EL_PARDO", 7), ("G2", "G4", 8), ("A1", "A2", 8),
                      ("A2", "A1", 8), ("B2", "H1", 9), ("A1", "B1", 9), ("B1", "A1", 9), ("A1", "A", 10),
                      ("B1", "B", 10), ("A1", "B", 11), ("B1", "A", 11), ("JACA", "CANILLEJAS", 12),
                      ("A1", "CHAMARTIN", 13), ("K2", "VALLECAS", 13)):
        i, j = board.index[a], board.index[b]
        assert board._cost(prices, i, j, "easy") == 10 * row, (a, b)
        into = j >= SQUARES              # a compound that can be entered is open or friendly: it has no hard price
        assert board._cost(prices, i, j, "hard") == 10 * row + (0 if into else 1), (a, b)


@pytest.mark.rule("14.a", "14.d", "14.e", "14.f", "14.g", "14.i", "14.j")
def test_the_prices_of_the_steps_on_the_board(board: Board) -> None:
    for a, b, easy, hard in (("A", "B", 0, 1), ("A", "CHAMARTIN", 1, 2), ("CHAMARTIN", "A", 1, 2), ("A", "A1", 0, 0),
                             ("CHAMARTIN", "A1", 2, 2), ("CANILLEJAS", "JACA", 1, 1), ("JACA", "CANILLEJAS", 1, 2),
                             ("CHAMARTIN", "RES_I", 1, 2), ("B2", "H1", 0, 0), ("A1", "A", 0, 1),
                             ("A1", "CHAMARTIN", 1, 2), ("B1", "A", 0, 1)):
        k = board.to[board.index[a]].index(board.index[b])
        assert (board.cost_easy[board.index[a]][k], board.cost_hard[board.index[a]][k]) == (easy, hard), (a, b)


@pytest.mark.rule("9.3d", "2.2g")
def test_the_train_takes_rails_and_compounds_astride_them(board: Board) -> None:
    found = {(board.names[a], board.names[t]) for a in range(SPACES) for i, t in enumerate(board.to[a])
             if board.railway[a][i]}
    want: set[tuple[str, str]] = set()
    for pair in """K VALLECAS|VALLECAS VICALVARO|VICALVARO SAN_FERNANDO|SAN_FERNANDO TORREJON|TORREJON ALCALA
ALCALA GUADALAJARA|TORREJON CARABANA|CARABANA RES_LEV|K K2|K2 VALLECAS|SAN_FERNANDO SAN_FERNANDO_BRIDGE
SAN_FERNANDO_BRIDGE TORREJON""".replace("\n", "|").split("|"):
        a, b = pair.split()
        want |= {(a, b), (b, a)}
    assert found == want


@pytest.mark.rule("4.5.2d")
def test_a_square_of_the_outskirts_needs_a_unit_for_every_two_routes(board: Board) -> None:
    need = {board.names[a]: board.need[a] for a in range(SQUARES) if board.need[a]}
    assert need == {"EL_PARDO": 1, "CHAMARTIN": 2, "CIUDAD_LINEAL": 2, "CANILLEJAS": 3, "BARAJAS": 1, "PARACUELLOS": 2,
                    "SAN_FERNANDO": 2, "TORREJON": 2, "ALCALA": 2, "GUADALAJARA": 1, "VICALVARO": 2, "VALLECAS": 2,
                    "ARGANDA": 2, "CARABANA": 3}
    assert [board.degree[board.index[x]] for x in ("CANILLEJAS", "PARACUELLOS", "BARAJAS", "TORREJON")] == [5, 3, 2, 4]


# -- the chain of command

CHAIN = """
hq-2a: 4asalto 5asalto 6asalto alvarez pineroa
hq-65d: 112bm gutierrez
hq-g: calvo g
hq-66d: 214bm castan
hq-28d: 127bm mayordomo
hq-fare: camacho fare-air
hq-i: barcelo d-hervas gallego hq-69d
hq-69d: 200bm 99bm gallego
hq-ii: ascanio bueno conesa cortinas hq-4d hq-7d hq-8d oliva pedro-fdez zulueta
hq-4d: 152bm 41bm 67bm oliva
hq-7d: 40bm 42bm 53bm ametrall zulueta
hq-8d: 111bm 18bm 44bm art-8d ascanio pedro-fdez
hq-iii: art-iii f-recio hq-13d hq-9d ortega pertegaz
hq-13d: 110bm 5carab 8carab f-recio
hq-9d: 45bm 77bm pertegaz
hq-iv: art-iv g-caro hq-12d hq-14d liberino mera verardini
hq-12d: 50bm 90bm liberino
hq-14d: 35bm 70bm g-caro
hq-xvii: art-xvii carro-r g-vallejo hq-73d
hq-73d: 83bm carro-r"""
TOP = """
hq-centro: alvarez arm-base arm-escuela arm-reserva art-centro barcelo bueno calvo camacho castan conesa cortinas
 d-hervas ffcc g-vallejo garijo gazzolo gutierrez hq-28d hq-2a hq-65d hq-66d hq-fare hq-g hq-i hq-ii hq-iii hq-iv
 hq-xvii lopez-valle matallana mayordomo mera ortega otero pineroa sanchez subsuelo verardini"""
# With the PCE a headquarters without numeral reaches every pawn of its colour itself (4.1.2a, R35).
PCE_CORPS = """
hq-i: 200bm 99bm barcelo d-hervas gallego hq-69d
hq-ii: 111bm 152bm 18bm 40bm 41bm 42bm 44bm 53bm 67bm ametrall art-8d ascanio bueno conesa cortinas hq-4d hq-7d hq-8d
 oliva pedro-fdez pertegaz zulueta
hq-iii: 110bm 45bm 5carab 77bm 8carab art-iii f-recio hq-13d hq-9d ortega pertegaz
hq-iv: 35bm 50bm 70bm 90bm art-iv g-caro hq-12d hq-14d liberino mera verardini
hq-xvii: 83bm art-xvii carro-r g-vallejo hq-73d
hq-centro: 112bm 127bm 214bm 4asalto 5asalto 6asalto alvarez arm-base arm-escuela arm-reserva art-centro calvo castan
 ffcc g garijo gazzolo gutierrez hq-12d hq-13d hq-14d hq-28d hq-2a hq-4d hq-65d hq-66d hq-69d hq-73d hq-7d hq-8d hq-9d
 hq-fare hq-g hq-i hq-ii hq-iii hq-iv hq-xvii lopez-valle matallana mayordomo otero pineroa sanchez subsuelo"""


def brigade(board: Board, i: int) -> str:
    return re.sub(r"-\d+$", "", board.piece[i])


def kinds(board: Board, pieces: list[int]) -> list[str]:
    """Their names, each brigade once; every detachment of it must be there."""
    names = {brigade(board, i) for i in pieces}
    assert sum(1 for i in range(board.units) if brigade(board, i) in names) == len(pieces)
    return sorted(names)


@pytest.mark.rule("4.4a", "4.4.1a", "4.4.1d")
def test_the_cnd_s_order_passes_from_level_to_level(board: Board) -> None:
    want = {**table(CHAIN), **table(TOP), "hq-gerc": table(TOP)["hq-centro"]}
    assert {board.piece[h]: kinds(board, board.cnd_subs[h]) for h in board.hqs} == want


@pytest.mark.rule("4.1.2a", "4.1.2b", "4.1.1d", "4.4a")
def test_headquarters_command_their_colour_and_numeral_and_level_1_every_headquarters(board: Board) -> None:
    want = {**table(CHAIN), **table(PCE_CORPS)}
    want["hq-gerc"] = want["hq-centro"]
    assert {board.piece[h]: kinds(board, board.pce_subs[h]) for h in board.hqs} == want


@pytest.mark.rule("4.4a")
def test_every_pawn_hangs_from_the_headquarters_next_above_it(board: Board) -> None:
    rows = table(CHAIN)
    corps = ("hq-i", "hq-ii", "hq-iii", "hq-iv", "hq-xvii")
    want = {name: boss for boss in corps for name in rows[boss]}
    want |= {name: boss for boss, names in rows.items() if boss not in corps for name in names}  # the nearest counts
    found = {brigade(board, i): board.piece[h] for i, h in enumerate(board.above) if h >= 0}
    assert found == want
    loose = ("hq-centro", "hq-gerc", "hq-i", "hq-2a", "hq-fare", "subsuelo", "ffcc", "arm-base", "gazzolo",
             "otero", "dieguez")
    assert [board.above[board.pindex[x]] for x in loose] == [-1] * len(loose)
    assert len(board.above) == board.units


# -- the set-up


@pytest.mark.rule("15.free.cnd", "15.free.pce", "15.free.pce.b")
def test_which_squares_answer_the_lines_of_the_free_set_up(board: Board) -> None:
    town = list("ABCDEFGHJKL")
    want = {
        "chart": [], "any": board.names[:33], "downtown": town, "jaca-or-downtown": [*town, "CANILLEJAS"],
        "with-70bm": ["E", "G", "H", "CHAMARTIN", "CANILLEJAS"], "with-armour": ["D", "K", "TORREJON"],
        "with-8d": ["EL_PARDO", "RES_8D"], "with-ii": ["A", "B", "J", "K", "L", "EL_PARDO", "CIUDAD_LINEAL", "VALLECAS",
                                                       "RES_8D", "RES_7D", "RES_4D"],
        "7d-or-iii": ["RES_7D", "RES_III"]}
    assert {place: [board.names[sq] for sq in range(SQUARES) if board.free_squares[k][sq]]
            for k, place in enumerate(PLACES)} == want
