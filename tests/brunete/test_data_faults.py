"""Whatever a data pack breaks in Brunete 1937 is named with file, line and reason."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frente.games.brunete.data.check import check
from frente.games.brunete.state.board import load_board
from frente.kernel.packs import DataError
from make_grid_b import make
from tests.brunete.ground import GRID_B, ROOT, load


def faults(tmp_path: Path, **files: str) -> list[tuple[str, int, str]]:
    """File, line and reason of everything wrong with a pack whose files load."""
    pack = tmp_path / "pack"
    pack.mkdir()
    for name, text in files.items():
        (pack / f"{name}.toml").write_text(text, encoding="utf-8")
    found = check(load(pack))
    return [(Path(problem.file).name, problem.line, problem.reason) for problem in found]


def entry(letter: str, text: str) -> str:
    return f'[[entry]]\nletter = "{letter}"\n{text}\n'


def unit(name: str, text: str) -> str:
    return f'[[unit]]\nid = "{name}"\n{text}\n'


NEW_UNIT = """\
[[unit]]
id = "r-own"
side = "republican"
name = "Own brigade"
type = "infantry"
size = "II"
elite = false
free = false
steps = 2
face = "6-8"
attack = 6
defence = 6
move = 8
face_reduced = "3-6"
reduced_attack = 3
reduced_defence = 3
reduced_move = 6
turn = 0
hex = "1302"
frozen = false
provenance = { factors = "pack" }
"""

MAP = [
    # form
    ('hex = [\n  { id = "1302", terrain = "swamp" },\n]', 2,
     'hex.terrain must be "clear" or "hill" or "forest", not "swamp"'),
    ('hex = [{ id = "1302", terain = "hill" }]', 1, "hex takes no field terain; did you mean terrain?"),
    ('hex = [{ id = "1302", vp = -1 }]', 1, "hex.vp must be a whole number from 0 to 9, not -1"),
    ('[[hex]]\nid = "1302"\ncontrol = "neutral"', 3,
     'hex.control must be "republican" or "nationalist", not "neutral"'),
    ('[[hex]]\nid = "1302"\nterrain_from = "hearsay"', 3,
     'hex.terrain_from must be "text" or "geography" or "estimate" or "pack", not "hearsay"'),
    ('[[place]]\nname = "Brunete"\nhex = "211"', 3,
     'place.hex must be a hex number of four digits in quotes, such as "2111", not "211"'),
    ('[[place]]\nname = "Own"\nkind = "town"\nexistence = "pack"\nposition = "pack"', 1, "place has no hex"),
    ('[[river]]\nid = "perales"\nsides = [["0616", "0716", "0717"]]', 3,
     "river.sides must be an array of 2 values, not an array of 3 values"),
    # grid and hexes
    ('[grid]\norientation = "pointy-top"', 2, "a pointy-top grid needs row_pitch_km"),
    ("[grid]\nplayable_rows = [1, 19]", 2, "playable_rows 1 to 19 does not fit a grid of 18 rows"),
    ("[grid]\nneighbours_odd = [[0, -1], [0, 1], [-1, 0], [-1, -1], [1, 0], [1, 1]]", 2,
     "neighbours_odd does not agree with the orientation of the grid"),
    ('[[hex]]\nid = "3501"\nterrain = "hill"\nregion = "plain"\ncontrol = "nationalist"', 1,
     "hex 3501 lies outside the playable columns and rows"),
    ('hex = [\n  { id = "1302", region = "sea" },\n]', 2, "there is no region sea"),
    # places and objectives
    ('[[place]]\nname = "Brunete"\nlat = 40.4\nremove = ["lon"]', 1, "Brunete needs both lat and lon, or neither"),
    ('[[place]]\nname = "Lijar"\nhex = "9999"', 3, "9999 is not a playable hex"),
    ('[[hex]]\nid = "1302"\ntown = "Own"', 3, "no place says that the town Own is in hex 1302"),
    ('[[objective]]\nname = "Quijorna"\nvp = 2\n[[hex]]\nid = "1509"', 1,
     'hex 1509 must have objective = "purple" and vp = 2'),
    ('[[hex]]\nid = "1302"\nvp = 1', 3, "hex 1302 has vp but is no objective"),
    ('[[hex]]\nid = "1302"\nobjective = "purple"', 3, "no objective lies in hex 1302"),
    ('[vertex_group]\nhexes = ["2908", "2911"]', 2,
     "the group of vertices must be the yellow-dashed hexes 1407, 2908, 2911"),
    ('[fifth_purple]\ndefault = "brunete"', 2, "brunete is not one of the choices"),
    ('[fifth_purple.choices]\nvaldemorillo = "1402"', 2, "there is no town in hex 1402"),
    # rivers, routes, bridges
    ('[[river]]\nid = "aulencia"\nestimated_points = [0, 8]', 3, "the course of the Aulencia has no point 8"),
    ('[[route]]\nid = "R11"\nhexes = [\n  "2401",\n  "2403",\n]', 4, "2401 and 2403 are not neighbours"),
    ('[[route]]\nid = "R4"\nhexes = ["1509"]', 3, "route R4 needs at least two hexes"),
    ('[[route]]\nid = "R4"\nhexes = ["1509", "1610", "1509"]', 3, "route R4 passes 1509 twice"),
    ('[[route]]\nid = "R4"\nhexes = ["0505", "0506"]', 3, "0505 is not a playable hex"),
    ('\n[[bridge]]\nriver = "perales"\nhexes = ["1106", "1207"]\nremove = true', 1,
     "route R12 crosses the river side 1106/1207 without a bridge entry"),
    ('[[bridge]]\nriver = "perales"\nhexes = ["1207", "1106"]\nclass = "road"', 4, "route R12 is no road"),
    ('[[bridge]]\nriver = "perales"\nhexes = ["1207", "1106"]\nroute = "R1"', 4, "route R1 does not cross 1207/1106"),
    ('[[bridge]]\nriver = "aulencia"\nhexes = ["1401", "1501"]\nroute = "R1"\nclass = "road"', 1,
     "1401/1501 is no side of the river aulencia"),
    # letters, arcs, front line
    (entry("H", "remove = true"), 1, "the lettered hexes lack H"),
    (entry("C", 'side = "republican"'), 3, "A and B are Republican, C to L Nationalist"),
    (entry("C", 'edge = "north"'), 3, "A and B lie on the northern edge, C to L on the others"),
    (entry("C", 'edge = "north"'), 1, "hex 3403 is not on the northern edge"),
    (entry("B", 'start_control = "republican"'), 3, "only A starts under Republican control"),
    (entry("B", 'start_control = "republican"'), 3, "hex 2401 starts nationalist, not republican"),
    (entry("C", 'hex = "3402"'), 1, 'hex 3402 must have entry = "C"'),
    (entry("D", 'hex = "3403"'), 3, "hex 3403 already has the letter C"),
    (entry("C", 'routes = ["R9", "R99"]'), 3, "there is no route R99"),
    (entry("C", 'routes = ["R1"]'), 3, "route R1 does not end in hex 3403"),
    (entry("C", "routes = []"), 3, "letter C must lie on a road or path"),
    (entry("B", 'alternatives = ["3001", "3002"]'), 3, "hex 3002 is not on the northern edge"),
    ('[[hex]]\nid = "1302"\nentry = "A"', 3, "letter A is not in hex 1302"),
    ('[[arc]]\nid = "C-D"\nhexes = ["3403", "3405"]', 3, "arc C-D must be 3403, 3404, 3405"),
    ('[[arc]]\nid = "C-E"\nhexes = ["3403"]', 3, "arc C-E must be the 10 hexes 3403, 3404, 3405 ... 3412"),
    ("[front_line]\nsides = []", 2, "37 sides between the start areas are missing, the first is 1101/1001"),
]  # fmt: skip


@pytest.mark.parametrize("text, line, reason", MAP)
def test_a_fault_of_the_map_is_named(tmp_path: Path, text: str, line: int, reason: str) -> None:
    assert ("map.toml", line, reason) in faults(tmp_path, map=text)


UNITS = [
    (unit("r-101-1", "attack = -3"), 3, "unit.attack must be a whole number from 0 to 30, not -3"),
    (unit("r-101-1", "steps = 3"), 3, "unit.steps must be a whole number from 1 to 2, not 3"),
    (unit("r-101-1", 'side = "neutral"'), 3, 'unit.side must be "republican" or "nationalist", not "neutral"'),
    (unit("r-101-1", 'type = "artillery"'), 3,
     'unit.type must be "infantry" or "cavalry" or "tank" or "garrison", not "artillery"'),
    (unit("r-101-1", 'turn = "soon"'), 3,
     'unit.turn must be a whole number from 0 to 14 or "reserve" or "option-11.3", not "soon"'),
    (unit("r-101-1", 'provenance = { factors = "gossip" }'), 3,
     'unit.provenance.factors must be text, geography, estimate or pack, with or without a remark, not "gossip"'),
    (NEW_UNIT.replace("elite = false\n", ""), 1, "unit has no elite"),
    (NEW_UNIT, 1, 'r-own needs a division ("" for an independent brigade)'),
    (NEW_UNIT, 19, "r-own is one too many in 1302: at most 2 infantry or cavalry"),
    (unit("r-101-1", 'face = "8-8"'), 3, "the face of r-101-1 shows 8-8, its factors are 7-8"),
    (unit("r-101-1", 'face_reduced = "4-6"'), 3, "the reduced face of r-101-1 shows 4-6, its factors are 3-6"),
    (unit("r-101-1", "defence = 8"), 1, "the combat factor of r-101-1 counts in attack and defence alike"),
    (unit("r-101-1", "reduced_move = 9"), 3, "reduced_move of r-101-1 is greater than its full move"),
    (unit("r-101-1", "steps = 1"), 1, "r-101-1 has 1 step and no reduced side; remove the reduced fields"),
    (unit("r-cav18", "steps = 2"), 1,
     "r-cav18 has 2 steps and needs face_reduced, reduced_attack, reduced_defence and reduced_move"),
    (unit("n-gar-1", "attack = 1"), 1, "a garrison cannot attack or move; attack and move of n-gar-1 must be 0"),
    (unit("n-tank-1", "shift = 1"), 3, "shift is for tanks with attack 0, not for n-tank-1"),
    (unit("r-101-1", "frozen = true"), 3, "only Nationalist units on the map at the start are frozen (r-101-1)"),
    (unit("r-101-1", 'hex = "3501"'), 3, "3501 is not a playable hex"),
    (unit("r-101-1", 'hex = "2402"'), 3, "r-101-1 starts in 2402, which is not republican"),
    (unit("r-101-1", 'arc = "A-B"'), 1, "r-101-1 is set up at the start: it needs a hex and takes no arc"),
    (unit("r-101-1", "turn = 3"), 1, "r-101-1 arrives later: it needs an arc and takes no hex or choice"),
    (unit("r-xi-1", 'arc = "C-E"'), 3, "r-xi-1 is republican and cannot enter by arc C-E"),
    (unit("r-xi-1", "extra = true"), 3, "only Nationalist units of turn 7 arrive in the extra step (r-xi-1)"),
    (unit("r-tk18-1", 'choice = ["1401"]'), 3, "the choices of r-tk18-1 must include its hex"),
    (unit("n-gar-1", 'hex = "1302"'), 3, "n-gar-1 starts in 1302 together with the enemy"),
    (unit("r-tk5-2", 'hex = "1302"'), 3, "r-tk5-2 is one too many in 1302: at most 1 tank"),
    ("[counts]\nrepublican = 60", 2, "there are 61 Republican counters, not 60"),
    ("[counts]\nnationalist_counted = 60", 1, "60 counted and 21 of the Navarre brigades are not 84"),
    (unit("n-t26", "remove = true"), 1, "there are 83 Nationalist counters, not 84"),
    (unit("n-t26", "remove = true"), 1, "exactly one captured Nationalist T-26 must have option 11.3"),
]  # fmt: skip


@pytest.mark.parametrize("text, line, reason", UNITS)
def test_a_fault_of_the_counters_is_named(tmp_path: Path, text: str, line: int, reason: str) -> None:
    assert ("units.toml", line, reason) in faults(tmp_path, units=text)


MARKERS = [
    ('[[marker]]\nid = "r-art-1"\nkind = "mortar"', 3,
     'marker.kind must be "artillery" or "aviation" or "resource" or "command" or "turn" or "vallecas" or "objective" '
     'or "status", not "mortar"'),
    ('[[marker]]\nid = "n-avi-1"\nremove = ["arrive"]', 1, "the aviation marker n-avi-1 has no arrive"),
    ('[[marker]]\nid = "n-avi-1"\nwithdraw = 2', 3, "n-avi-1 is withdrawn before it arrives"),
    ('[[marker]]\nid = "n-avi-1"\nside = "both"', 3, "the aviation marker n-avi-1 must belong to one side"),
    ('[[marker]]\nid = "r-res-bonus"\nside = "republican"\nkind = "resource"\neffect = "x"\nfirst_turn = 2\n'
     'single_use = true\nprovenance = "pack"', 1, "r-res-bonus is not one of the six kinds of resource"),
    ('[[marker]]\nid = "obj-sevilla"\nobjective = "Brunete"', 3, "Brunete is no yellow town"),
    ("[resources.from_turn]\nrepublican = 4", 1, "first_turn of r-res-reroll differs from resources.from_turn"),
    ('[[marker]]\nid = "n-res-reroll"\nremove = true', 1, "there is no resource marker n-res-reroll"),
    ('[[marker]]\nid = "r-cmd-2"\nremove = true', 1, "there must be 2 command markers (side republican)"),
    ("[command_points]\nper_turn = 5", 2, "the points of a turn must lie between minimum and maximum"),
    ('[madrid_track]\nboxes = ["madrid", "madrid", "asylum"]', 2, "the boxes must be madrid, carabanchel, asylum"),
    ('[[madrid_roll]]\nbox = "asylum"\nresults = [{ die = [1, 2, 3], to = "asylum" }]', 3,
     "every die from 1 to 6 must appear once, here are 1, 2, 3"),
    ('[[madrid_roll]]\nbox = "asylum"\nresults = [\n  { die = [1, 2, 3, 4, 5, 6] },\n]', 4,
     "a result needs either to or second_roll"),
    ('[[madrid_effect]]\nmove = "asylum to carabanchel"\nremove = ["nationalist_returned"]', 1,
     "an effect needs either nationalist_held or nationalist_returned"),
]  # fmt: skip


@pytest.mark.parametrize("text, line, reason", MARKERS)
def test_a_fault_of_the_markers_is_named(tmp_path: Path, text: str, line: int, reason: str) -> None:
    assert ("markers.toml", line, reason) in faults(tmp_path, markers=text)


TABLES = [
    ("[stacking]\ntank = 'one'", 2, 'stacking.tank must be a whole number from 0 to 9, not "one"'),
    ("[[crt.cell]]\ncolumn = '1/1'\ndie = 7", 3, "crt.cell.die must be a whole number from 1 to 6, not 7"),
    ("[[crt.cell]]\ncolumn = '1/1'\ndie = 6\nremove = true", 1, "column 1/1 has no result for die 6"),
    ("[[crt.cell]]\ncolumn = '1/1'\ndie = 6\nattacker = 2", 4,
     "the result 1/1 in column 1/1, die 6, needs attacker = 1"),
    ("[[crt.cell]]\ncolumn = '1/1'\ndie = 6\ntext = '2/1'\nattacker = 2", 4,
     "column 1/1, die 6 is 2/1, but rows shows 1/1"),
    ("[[crt.cell]]\ncolumn = '3/1'\ndie = 4\ncolour = 'black'", 1,
     "the result 1/R in column 3/1, die 4, needs retreat = 2"),
    ("[crt]\ncolumns = ['1/1', '1/2', '1.5/1', '2/1', '3/1', '4/1', '5/1', '6/1']", 2,
     "the columns must be 1/2, 1/1, 1.5/1, 2/1, 3/1, 4/1, 5/1, 6/1"),
    ("[coordination]\nfails = [1]", 2, "every die from 1 to 6 must appear once, here are 1, 3, 4, 5, 6"),
    ("[maintenance.fails]\nnationalist = [1, 1]", 2, "a die is given twice"),
    ("[envelopment.columns_right]\n6 = 0", 2, "more hexes must not give fewer columns"),
    ("[[turn]]\nn = 14\nremove = true", 1, "the turn track must have the turns 1 to 14 in order"),
    ("[[turn]]\nn = 7\ndays = 5", 3, "turn 7 runs from 1937-07-12 to 1937-07-17, which is not 5 days"),
    ("[[turn]]\nn = 8\nstart = 1937-07-19\nend = 1937-07-19", 3, "turn 8 must start the day after turn 7"),
    ("[[turn]]\nn = 9\ninitiative = 'roll'", 3, 'turn 9 needs initiative = "nationalist" by the table of initiative'),
    ("[[turn]]\nn = 9\noffensive_scenario = true", 3, "turn 9 is not in the offensive scenario"),
    ("[[turn]]\nn = 9\nsupports = { 'nationalist aviation' = 1 }", 3,
     "turn 9: nationalist aviation changes by 1, the markers change by 0"),
    ("[scenario.campaign]\nturns = [2, 14]", 2, "a scenario starts with turn 1 and ends later"),
    ("[scenario.campaign.nationalist_supports]\naviation = 1", 2,
     "1 nationalist aviation at the start, the markers say 0"),
    ("[victory]\nmaximum = 12", 2, "the objectives of the map are worth 11 VP together"),
    ("[[victory.results]]\nresult = 'draw'\nmin = 4", 1, "nationalist ends at 4 VP, draw starts at 4"),
    ("[secret_objective.results]\n1 = 'Majadahonda'", 2, "Majadahonda is no yellow town"),
    ("[infiltration]\nhex = '2112'", 2, "the Republican division 11 must start in 2112"),
    ("[infiltration]\nhex = '0101'", 2, "0101 is not a playable hex"),
    ("[recovery]\narmy_tank_reserve = 2", 2, "3 tanks are in reserve, army_tank_reserve says 2"),
]  # fmt: skip


@pytest.mark.parametrize("text, line, reason", TABLES)
def test_a_fault_of_the_tables_is_named(tmp_path: Path, text: str, line: int, reason: str) -> None:
    assert ("tables.toml", line, reason) in faults(tmp_path, tables=text)


def test_a_fault_in_a_file_the_pack_does_not_touch_is_named_there(tmp_path: Path) -> None:
    own = load()
    line = own.where("units", ("unit", 0, "hex"))[1]
    text = '[[hex]]\nid = "1302"\ncontrol = "nationalist"\n'
    assert ("units.toml", line, "r-101-1 starts in 1302, which is not republican") in faults(tmp_path, map=text)


def test_a_board_is_not_made_of_faulty_data_and_every_problem_has_a_line(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_text(unit("r-101-1", "attack = 'x'\nmove = 99"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_board(tmp_path)
    file = tmp_path / "units.toml"
    assert str(caught.value) == (
        f'{file}:3: unit.attack must be a whole number from 0 to 30, not "x"\n'
        f"{file}:4: unit.move must be a whole number from 0 to 30, not 99"
    )


# --- the packs that come with the game


def test_the_example_pack_changes_two_counters_and_a_town_and_says_so() -> None:
    own, tables = load(), load(ROOT / "packs" / "example-own-counters")
    assert check(tables) == []
    changed = [(a, b) for a, b in zip(own["units"]["unit"], tables["units"]["unit"]) if a != b]
    assert [(b["id"], b["face"], b["provenance"]["factors"]) for _, b in changed] == [
        ("r-101-1", "6-8", "pack"), ("n-tank-1", "3-10", "pack"),
    ]  # fmt: skip
    assert changed[0][1]["provenance"] == {
        "elite": "estimate", "factors": "pack", "reduced": "pack", "steps": "estimate",
    }  # fmt: skip
    towns = [{p["name"] for p in t["map"]["place"] if p["kind"] == "town"} for t in (own, tables)]
    assert towns[0] ^ towns[1] == {"Perales de Milla", "Aldea de Perales"}
    assert own.version != tables.version


def test_the_other_grid_is_what_its_script_makes(tmp_path: Path) -> None:
    make(tmp_path)
    for name in ("map", "units", "tables"):
        made = (tmp_path / f"{name}.toml").read_text(encoding="utf-8")
        assert (GRID_B / f"{name}.toml").read_text(encoding="utf-8") == made, "run scripts/make_grid_b.py"


# --- nothing breaks the check itself


def places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The way to every table, array and value."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from places(below, (*path, key))


OWN = load()
PLACES = {name: list(places(OWN[name], ())) for name in OWN}
JUNK: list[Any] = [
    *[0, -1, 1, 2, 3, 7, 99, 1.5, True, False, "", "x", "0101", "1302", "9999", "A", "R1", "hill", "pack"],
    *[[], {}, ["1302"], ["1302", "1303"], [1, 2], {"x": 1}, [{"id": "x"}], date(1937, 7, 30)],
]


@pytest.mark.parametrize("name", ["map", "units", "markers", "tables"])
def test_data_spoilt_at_random_give_problems_and_never_an_exception(name: str) -> None:
    chance = Random(f"spoil {name}")
    told = 0
    for _ in range(80):
        tables = copy.copy(OWN)
        tables[name] = copy.deepcopy(OWN[name])
        for _ in range(chance.randint(1, 3)):
            spoil(tables[name], chance.choice(PLACES[name]), chance)
        told += bool(check(tables))
    assert told > 20  # many values are free, such as names and terrain


def spoil(table: Any, path: tuple[Any, ...], chance: Random) -> None:
    """Remove the value at the end of the path, put junk in its place or another value of its own array or table."""
    for step in path[:-1]:
        try:
            table = table[step]
        except (KeyError, IndexError, TypeError):
            return  # spoilt before
    if not isinstance(table, dict | list):
        return
    keys = list(table) if isinstance(table, dict) else list(range(len(table)))
    if path[-1] not in keys:
        return
    how = chance.randrange(3)
    if how == 0:
        del table[path[-1]]
    elif how == 1:
        table[path[-1]] = copy.deepcopy(chance.choice(JUNK))
    else:
        table[path[-1]] = copy.deepcopy(table[chance.choice(keys)])
