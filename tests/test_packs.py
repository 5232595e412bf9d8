"""Data packs: laying a folder over a game's tables, and naming the file and line of whatever is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frente.kernel.packs import PACK, DataError, Items, Problem, Tables, load_tables
from frente.kernel.shapes import Day, Either, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole

GROUND = """\
# a small game
size = 3
hex = [
  { id = "0101", terrain = "clear", terrain_from = "estimate" },
  { id = "0102", terrain = "hill", terrain_from = "text", town = "Alba" },
]

[grid]
kind = "flat"
origin = { lat = 40.5, lon = -4.2 }

[[road]]
ends = ["0101", "0102"]
name = "old road"

[[road]]
ends = ["0102", "0201"]
name = "new road"

[table.rows]
cell = [{ column = 1, die = 1, text = "a" }, { column = 1, die = 2, text = "b" }]
"""
PIECES = '[[unit]]\nid = "x"\nattack = 4\nprovenance = { factors = "text" }\n'
KEYS = {
    "ground": {
        "hex": Items(("id",), {"terrain": "terrain_from"}),
        "road": Items(("ends",)),
        "table.rows.cell": Items(("column", "die")),
    },
    "pieces": {"unit": Items(("id",), {"attack": "provenance.factors"})},
}
NAMES = ("ground", "pieces")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "ground.toml").write_text(GROUND, encoding="utf-8")
    (folder / "pieces.toml").write_text(PIECES, encoding="utf-8")
    return folder


def overlay(data: Path, **files: str) -> Tables:
    pack = data.parent / "pack"
    pack.mkdir(exist_ok=True)
    for name, text in files.items():
        (pack / f"{name}.toml").write_text(text, encoding="utf-8")
    return load_tables(data, NAMES, pack, keys=KEYS)


def faults(data: Path, **files: str) -> list[tuple[str, int, str]]:
    """File name, line and reason of everything wrong with a pack."""
    with pytest.raises(DataError) as caught:
        overlay(data, **files)
    return [(Path(problem.file).name, problem.line, problem.reason) for problem in caught.value.problems]


# --- loading and overlaying


def test_without_a_pack_the_tables_are_those_of_the_files(data: Path) -> None:
    tables = load_tables(data, NAMES, keys=KEYS)
    assert tables == {"ground": tomllib.loads(GROUND), "pieces": tomllib.loads(PIECES)}


def test_tables_merge_key_by_key_and_single_values_are_replaced(data: Path) -> None:
    tables = overlay(data, ground="size = 9\n[grid.origin]\nlat = 41.0\n")
    assert tables["ground"]["size"] == 9
    assert tables["ground"]["grid"] == {"kind": "flat", "origin": {"lat": 41.0, "lon": -4.2}}
    assert tables["pieces"] == tomllib.loads(PIECES)


def test_items_merge_by_identity_new_ones_are_appended_and_removed_ones_go(data: Path) -> None:
    text = """
[[hex]]
id = "0102"
town = "Nueva"
[[hex]]
id = "0201"
terrain = "hill"
[[hex]]
id = "0101"
remove = true
"""
    hexes = overlay(data, ground=text)["ground"]["hex"]
    assert hexes == [
        {"id": "0102", "terrain": "hill", "terrain_from": "text", "town": "Nueva"},
        {"id": "0201", "terrain": "hill", "terrain_from": "pack"},
    ]


def test_an_identity_of_a_list_counts_in_any_order_and_one_of_two_fields_needs_both(data: Path) -> None:
    text = (
        'road = [{ ends = ["0201", "0102"], name = "byway" }]\n[[table.rows.cell]]\ncolumn = 1\ndie = 2\ntext = "z"\n'
    )
    ground = overlay(data, ground=text)["ground"]
    assert [road["name"] for road in ground["road"]] == ["old road", "byway"]
    assert [cell["text"] for cell in ground["table"]["rows"]["cell"]] == ["a", "z"]


def test_fields_can_be_removed_from_an_item_and_from_a_table(data: Path) -> None:
    text = 'hex = [{ id = "0102", remove = ["town"] }]\n[grid]\nremove = ["origin"]\nkind = "pointy"\n'
    ground = overlay(data, ground=text)["ground"]
    assert ground["hex"][1] == {"id": "0102", "terrain": "hill", "terrain_from": "text"}
    assert ground["grid"] == {"kind": "pointy"}


def test_an_array_named_in_replace_is_taken_whole(data: Path) -> None:
    text = 'replace = ["hex", "table.rows.cell"]\nhex = [{ id = "0102" }]\ntable.rows.cell = []\n'
    ground = overlay(data, ground=text)["ground"]
    assert ground["hex"] == [{"id": "0102"}]
    assert ground["table"]["rows"]["cell"] == []
    assert "replace" not in ground


def test_what_a_pack_changes_has_the_provenance_pack_unless_it_says_so_itself(data: Path) -> None:
    silent = overlay(
        data, ground='hex = [{ id = "0102", terrain = "clear" }]', pieces='[[unit]]\nid = "x"\nattack = 5\n'
    )
    assert silent["ground"]["hex"][1]["terrain_from"] == PACK == "pack"
    assert silent["pieces"]["unit"][0] == {"id": "x", "attack": 5, "provenance": {"factors": "pack"}}
    said = overlay(data, ground='hex = [{ id = "0102", terrain = "clear", terrain_from = "geography" }]')
    assert said["ground"]["hex"][1]["terrain_from"] == "geography"
    other = overlay(data, ground='hex = [{ id = "0102", town = "Nueva" }]')
    assert other["ground"]["hex"][1]["terrain_from"] == "text"


def test_the_version_depends_on_the_effective_data_and_on_nothing_else(data: Path) -> None:
    plain = load_tables(data, NAMES, keys=KEYS).version
    assert len(plain) == 12
    assert overlay(data, ground="size = 3\n# the same number\n").version == plain
    assert overlay(data, ground="size = 4\n").version != plain


def test_readme_license_and_hidden_files_may_lie_in_a_pack(data: Path) -> None:
    pack = data.parent / "pack"
    pack.mkdir()
    for name in ("README.md", "LICENSE", ".gitignore"):
        (pack / name).write_text("words", encoding="utf-8")
    assert overlay(data, pieces="")["pieces"] == tomllib.loads(PIECES)


def test_windows_line_ends_and_byte_order_marks_are_read(data: Path) -> None:
    pack = data.parent / "pack"
    pack.mkdir()
    (pack / "ground.toml").write_bytes(b"\xef\xbb\xbf# own\r\nsize = 5\r\n[grid]\r\nkind = 'x'\r\n")
    tables = load_tables(data, NAMES, pack, keys=KEYS)
    assert tables["ground"]["size"] == 5
    assert tables.where("ground", ("grid", "kind")) == (str(pack / "ground.toml"), 4)


# --- where


@pytest.mark.parametrize(
    "path, line",
    [
        ((), 1),
        (("size",), 2),
        (("hex",), 3),
        (("hex", 0), 4),
        (("hex", 1, "town"), 5),
        (("grid",), 8),
        (("grid", "origin", "lon"), 10),
        (("road", 0), 12),
        (("road", 1, "name"), 18),
        (("road", 1, "ends", 1), 17),
        (("table", "rows"), 20),
        (("table", "rows", "cell", 1, "text"), 21),
        (("hex", 1, "no such field"), 5),
        (("hex", 7), 3),
    ],
)
def test_where_names_the_line_of_a_value_or_of_what_is_around_it(data: Path, path: Any, line: int) -> None:
    tables = load_tables(data, NAMES, keys=KEYS)
    assert tables.where("ground", path) == (str(data / "ground.toml"), line)


def test_where_tells_pack_and_game_apart(data: Path) -> None:
    tables = overlay(data, ground='\n[[hex]]\nid = "0102"\nterrain = "clear"\n[[hex]]\nid = "0301"\n')
    pack = str(data.parent / "pack" / "ground.toml")
    assert tables.where("ground", ("hex", 1, "terrain")) == (pack, 4)
    assert tables.where("ground", ("hex", 1, "terrain_from")) == (pack, 4)  # marked by that change
    assert tables.where("ground", ("hex", 1, "town")) == (str(data / "ground.toml"), 5)
    assert tables.where("ground", ("hex", 2)) == (pack, 5)


def test_a_problem_is_named_in_the_pack_when_the_pack_touches_what_is_wrong(data: Path) -> None:
    tables = overlay(data, ground='\n[[hex]]\nid = "0102"\nterrain = "clear"\n[[hex]]\nid = "0301"\n')
    pack = str(data.parent / "pack" / "ground.toml")
    lines: dict[tuple[str | int, ...], int] = {
        ("hex", 1, "terrain"): 4,
        ("hex", 1, "town"): 2,  # of the game, in an item the pack changes
        ("hex", 1, "owner"): 2,  # of nobody
        ("hex", 2, "id"): 6,
        ("hex", 0, "terrain"): 2,  # of the game, in an array the pack changes
        ("size",): 1,  # of the game, in a file the pack changes
    }
    assert {path: tables.problem("ground", path, "why") for path in lines} == {
        path: Problem(pack, line, "why") for path, line in lines.items()
    }
    assert tables.problem("pieces", ("unit", 0, "id"), "why") == Problem(str(data / "pieces.toml"), 2, "why")


LINES = '''\
"quoted.key" = 1
'literal' = """
[not.a.table]
x = 1 \\""" still ""\\
"""
a.b . "c" = { d = [1, # two follow
  2,
  [3, { e = 'x # y' }]], f = 07:32:00 }
long = \'\'\'
''\'\'\'
[[t]]
[[t.u]]
[[t]]   # comment [[t]]
when = 1979-05-27 07:32:00
[t.v]
w = "]"
[[t.u]]
k = "\\"["
[[t.u]]
'''


@pytest.mark.parametrize(
    "path, line",
    [
        (("quoted.key",), 1),
        (("literal",), 2),
        (("a", "b", "c", "d", 0), 6),
        (("a", "b", "c", "d", 1), 7),
        (("a", "b", "c", "d", 2, 1, "e"), 8),
        (("a", "b", "c", "f"), 8),
        (("long",), 9),
        (("t", 0), 11),
        (("t", 0, "u", 0), 12),
        (("t", 1), 13),
        (("t", 1, "when"), 14),
        (("t", 1, "v", "w"), 16),
        (("t", 1, "u", 0, "k"), 18),
        (("t", 1, "u", 1), 19),
    ],
)
def test_lines_are_found_through_all_the_syntax_of_toml(tmp_path: Path, path: Any, line: int) -> None:
    (tmp_path / "x.toml").write_text(LINES, encoding="utf-8")
    assert load_tables(tmp_path, ["x"], keys={}).where("x", path) == (str(tmp_path / "x.toml"), line)


VALUES = st.recursive(
    st.booleans() | st.integers(0, 99) | st.text("ab\"'#]}[{,=.\\\n\té", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab.\"'# ", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


class Writer:
    """Values as TOML with the items of arrays on lines of their own, and the line of every value."""

    def __init__(self) -> None:
        self.text = ""
        self.lines: dict[tuple[Any, ...], int] = {}

    def line(self) -> int:
        return self.text.count("\n") + 1

    def quote(self, text: str) -> None:
        escaped = "".join(f"\\u{ord(char):04x}" if char in '"\\\n\t' else char for char in text)
        self.text += f'"{escaped}"'

    def write(self, value: Any, path: tuple[Any, ...]) -> None:
        if isinstance(value, str):
            self.quote(value)
        elif isinstance(value, list):
            self.text += "["
            for index, inner in enumerate(value):
                self.text += " # next\n"
                self.lines[*path, index] = self.line()
                self.write(inner, (*path, index))
                self.text += ","
            self.text += "\n]"
        elif isinstance(value, dict):
            self.text += "{"
            for index, (key, inner) in enumerate(value.items()):
                self.text += ", " if index else " "
                self.lines[*path, key] = self.line()
                self.quote(key)
                self.text += " = "
                self.write(inner, (*path, key))
            self.text += " }"
        else:
            self.text += str(value).lower()


@given(st.lists(VALUES, min_size=1, max_size=5))
def test_every_value_of_any_document_has_its_line(values: list[Any]) -> None:
    writer = Writer()
    for index, value in enumerate(values):
        writer.lines[f"k{index}",] = writer.line()
        writer.text += f"k{index} = "
        writer.write(value, (f"k{index}",))
        writer.text += "\n"
    with TemporaryDirectory() as folder:
        (Path(folder) / "x.toml").write_text(writer.text, encoding="utf-8")
        tables = load_tables(Path(folder), ["x"], keys={})
    assert list(tables["x"].values()) == values
    assert {path: tables.where("x", path)[1] for path in writer.lines} == writer.lines


# --- faults


def test_a_missing_folder_and_a_file_in_its_place_are_named(data: Path) -> None:
    for pack, reason in ((data / "none", "there is no such folder"), (data / "ground.toml", "this is a file; ")):
        with pytest.raises(DataError) as caught:
            load_tables(data, NAMES, pack, keys=KEYS)
        assert str(caught.value).startswith(f"{pack}: {reason}")


def test_an_empty_pack_is_named(data: Path) -> None:
    assert faults(data) == [("pack", 0, "the pack is empty; it may hold ground.toml and pieces.toml")]


def test_a_missing_file_of_the_game_is_named(data: Path) -> None:
    (data / "pieces.toml").unlink()
    with pytest.raises(DataError, match=r"pieces\.toml: the file is missing"):
        load_tables(data, NAMES, keys=KEYS)


def test_a_folder_in_place_of_a_file_is_named(data: Path) -> None:
    (data.parent / "pack" / "ground.toml").mkdir(parents=True)
    ((file, line, reason),) = faults(data)
    assert (file, line) == ("ground.toml", 0)
    assert reason.startswith("the file cannot be read (")


def test_an_unknown_file_is_named_with_the_likely_one(data: Path) -> None:
    assert faults(data, grounds="") == [("grounds.toml", 0, "unknown file grounds.toml; did you mean ground.toml?")]


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ("x = " + "[" * 5000, 1, "brackets are nested too deeply"),
        ("size = 1\n\ncolour = 3\n", 3, "unknown key colour; known here: size, hex, grid, road and table"),
        ("[grids]\nkind = 'x'\n", 1, "unknown key grids; did you mean grid?"),
        ("\nhex = 5\n", 2, "hex must be an array, not a single value"),
        ("[size]\nx = 1\n", 1, "size must be a single value, not a table"),
        ("[grid]\nkind = [1]\n", 2, "grid.kind must be a single value, not an array"),
        ("grid = 4\n", 1, "grid must be a table, not a single value"),
        ("hex = [\n  { id = '0101' },\n  { terrain = 'hill' },\n]", 3, "an item of hex has no id"),
        ("hex = [\n  { id = '0101' },\n  'hill',\n]", 3, "an item of hex must be a table, not a single value"),
        ("[[hex]]\nid = '7'\n[[hex]]\nid = '7'\n", 3, "hex 7 is given twice (first on line 1)"),
        ("[[hex]]\nid = '9'\nremove = true\n", 1, "there is no hex 9 to remove"),
        ("[[hex]]\nid = '9'\nremove = ['town']\n", 3, "hex 9 is new; there is nothing to remove"),
        ("[[hex]]\nid = '0101'\nremove = true\ntown = 'x'\n", 4, "hex 0101 is removed, so it takes no town"),
        ("[[hex]]\nid = '0101'\nremove = ['vp']\n", 3, "there is no field vp to remove"),
        ("[grid]\nremove = true\n", 2, "remove must be true (in an item of an array) or a list of field names"),
        ("[[road]]\nends = ['0201', '0102']\nname = { a = 1 }\n", 3, "road.name must be a single value, not a table"),
        ("\nreplace = 'hex'\n", 2, "replace must be a list of names of arrays"),
        ("replace = [\n  'hax',\n]\n", 2, "unknown array hax; did you mean hex?"),
        ("replace = ['hex']\n", 1, "replace names hex, but the pack does not give that array"),
    ],
)
def test_a_broken_pack_is_named_with_file_line_and_reason(data: Path, text: str, line: int, reason: str) -> None:
    assert faults(data, ground=text) == [("ground.toml", line, reason)]


@pytest.mark.parametrize(
    "text, line, spot",
    [
        ("size = 3\nsize = 4\n", 2, "column 9"),
        ("\n\nsize = \n", 3, "column 8"),
        ("[grid\n", 1, "column 6"),
        ('size = 3\nhex = [\n  { id = "1" },\n\n', 3, "at the end of the file"),
    ],
)
def test_a_mistake_of_syntax_is_named_with_line_and_column(data: Path, text: str, line: int, spot: str) -> None:
    ((file, at, reason),) = faults(data, ground=text)
    assert (file, at) == ("ground.toml", line)
    assert reason.startswith("not valid TOML: ")
    assert reason.endswith(f" ({spot})")


def test_a_provenance_that_is_no_table_cannot_be_marked(data: Path) -> None:
    (data / "pieces.toml").write_text('[[unit]]\nid = "x"\nprovenance = "text"\n', encoding="utf-8")
    reason = "provenance must be a table, not a single value"
    assert faults(data, pieces='[[unit]]\nid = "x"\nattack = 5\n') == [("pieces.toml", 3, reason)]


def test_text_that_is_not_utf_8_is_named_with_its_line(data: Path) -> None:
    pack = data.parent / "pack"
    pack.mkdir()
    (pack / "ground.toml").write_bytes("# uno\nsize = 3\n# Caña\n".encode("latin-1"))
    assert faults(data) == [("ground.toml", 3, "not UTF-8 text; save the file with UTF-8 encoding")]


def test_all_faults_of_all_files_are_told_at_once_in_order(data: Path) -> None:
    found = faults(data, pieces="unit = 1\n", ground="[grid]\nkind = []\nsize = 1\n[x]\n[y]\n")
    assert [(file, line) for file, line, _ in found] == [
        ("ground.toml", 2),
        ("ground.toml", 4),
        ("ground.toml", 5),
        ("pieces.toml", 1),
    ]


def test_a_data_error_reads_one_problem_a_line() -> None:
    error = DataError([Problem("b.toml", 2, "wrong"), Problem("a", 0, "no folder")])
    assert str(error) == "a: no folder\nb.toml:2: wrong"


# --- shapes


@pytest.mark.parametrize(
    "shape, good, bad, wanted",
    [
        (Text(), "x", 3, "text in quotes, not 3"),
        (Text("a", "b"), "b", "c", '"a" or "b", not "c"'),
        (Pattern(r"\d{4}", "four digits"), "0101", "101", 'four digits, not "101"'),
        (Whole(0, 9), 0, -1, "a whole number from 0 to 9, not -1"),
        (Whole(0, 9), 9, True, "a whole number from 0 to 9, not true"),
        (Whole(0, 9), 9, 2.0, "a whole number from 0 to 9, not 2.0"),
        (Number(0, 1), 0.5, 2, "a number from 0 to 1, not 2"),
        (Number(0, 1), 1, False, "a number from 0 to 1, not false"),
        (Flag(), True, 1, "true or false, not 1"),
        (Day(), "1937-07-06", "yesterday", 'a date such as 1937-07-06, not "yesterday"'),
        (Either(Whole(1, 2), Text("all")), "all", "some", 'a whole number from 1 to 2 or "all", not "some"'),
        (ListOf(Whole(1, 2), 2), [1, 2], [1], "an array of 2 values, not an array of 1 values"),
        (ListOf(Whole(1, 2)), [1, 1], {"a": 1}, "an array, not a table"),
        (ListOf(Whole(1, 2)), [], [3], "a whole number from 1 to 2, not 3"),
        (MapOf(Flag()), {"x": True}, [], "a table, not an array of 0 values"),
        (Table({"a": Flag()}), {"a": True}, 1, "a table, not 1"),
    ],
)
def test_a_shape_says_what_a_value_should_have_been(data: Path, shape: Shape, good: Any, bad: Any, wanted: str) -> None:
    if isinstance(shape, Day):
        good = tomllib.loads(f"x = {good}")["x"]
    tables = load_tables(data, NAMES, keys=KEYS)
    assert shape.faults(tables, "ground", ("size",), good) == []
    (problem,) = shape.faults(tables, "ground", ("size",), bad)
    assert problem == Problem(str(data / "ground.toml"), 2, f"size must be {wanted}")


def test_a_table_names_missing_and_unknown_fields_and_looks_inside(data: Path) -> None:
    tables = load_tables(data, NAMES, keys=KEYS)
    inner = Table({"id": Text(), "terrain": Text("clear"), "town?": Text(), "owner": Text()})
    shape = Table({"hex": ListOf(inner), "size": Text(), "grid?": MapOf(Text()), "road": ListOf(Table({}))})
    file = str(data / "ground.toml")
    assert sorted(shape.faults(tables, "ground", (), tables["ground"])) == [
        Problem(file, 2, "size must be text in quotes, not 3"),
        Problem(file, 4, "hex has no owner"),
        Problem(file, 4, "hex takes no field terrain_from; did you mean terrain?"),
        Problem(file, 5, "hex has no owner"),
        Problem(file, 5, "hex takes no field terrain_from; did you mean terrain?"),
        Problem(file, 5, 'hex.terrain must be "clear", not "hill"'),
        Problem(file, 10, "grid.origin must be text in quotes, not a table"),
        Problem(file, 13, "road takes no field ends"),
        Problem(file, 14, "road takes no field name"),
        Problem(file, 17, "road takes no field ends"),
        Problem(file, 18, "road takes no field name"),
        Problem(file, 20, "the file takes no field table"),
    ]
