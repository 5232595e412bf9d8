"""Hex geometry against vectors that another implementation can share, and against the grid of a game."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frente.geo.hexgrid import EVEN, FLAT, ODD, POINTY, Grid, from_table, label, parse

HERE = Path(__file__).resolve().parent
VECTORS: list[dict[str, Any]] = json.loads((HERE / "data" / "hexgrid.json").read_text(encoding="utf-8"))["grids"]
MAP = HERE.parent / "src" / "frente" / "games" / "brunete" / "data" / "map.toml"
each_grid = pytest.mark.parametrize("vector", VECTORS, ids=[f"{v['orientation']}-{v['lowered']}" for v in VECTORS])
grids = st.builds(Grid, st.just(12), st.just(11), st.sampled_from([FLAT, POINTY]), st.sampled_from([ODD, EVEN]))
places = st.tuples(st.integers(1, 12), st.integers(1, 11))


def grid_of(vector: dict[str, Any]) -> Grid:
    names = ("columns", "rows", "orientation", "lowered", "first_column", "first_row")
    return Grid(*(vector[name] for name in names))


@each_grid
def test_neighbours_are_the_hexes_that_share_a_side_clockwise(vector: dict[str, Any]) -> None:
    grid = grid_of(vector)
    for (column, row), expected in vector["neighbours"]:
        assert grid.neighbours(column, row) == [tuple(h) for h in expected]


@each_grid
def test_distance_is_the_number_of_steps(vector: dict[str, Any]) -> None:
    grid = grid_of(vector)
    for a, b, steps in vector["distance"]:
        assert grid.distance(tuple(a), tuple(b)) == steps
        assert grid.distance(tuple(b), tuple(a)) == steps


@each_grid
def test_centres_corners_and_sides_lie_where_the_vectors_say(vector: dict[str, Any]) -> None:
    grid, radius = grid_of(vector), vector["radius"]
    for (column, row), point in vector["centre"]:
        assert grid.centre(column, row, radius) == pytest.approx(point, abs=1e-3)
    for (column, row), points in vector["corners"]:
        for got, want in zip(grid.corners(column, row, radius), points, strict=True):
            assert got == pytest.approx(want, abs=1e-3)
    for a, b, middle in vector["side_middle"]:
        p, q = grid.side(tuple(a), tuple(b), radius)
        assert ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) == pytest.approx(middle, abs=1e-3)


@each_grid
def test_printed_numbers_are_column_then_row(vector: dict[str, Any]) -> None:
    for place, text in vector["labels"]:
        assert label(tuple(place)) == text
        assert parse(text) == tuple(place)


def test_the_grid_of_brunete_has_the_steps_its_file_lists() -> None:
    table = tomllib.loads(MAP.read_text(encoding="utf-8"))["grid"]
    grid = from_table(table)
    for column, row in grid.hexes():
        steps = table["neighbours_odd" if column % 2 else "neighbours_even"]
        listed = {(column + dc, row + dr) for dc, dr in steps}
        assert set(grid.neighbours(column, row)) == {h for h in listed if grid.contains(*h)}


@given(grids, places, places)
def test_two_hexes_share_a_side_exactly_when_they_are_one_step_apart(grid: Grid, a: Any, b: Any) -> None:
    shared = set(grid.lattice_corners(*a)) & set(grid.lattice_corners(*b))
    assert (len(shared) == 2) == (grid.distance(a, b) == 1) == (b in grid.neighbours(*a)) == grid.adjacent(a, b)
    if len(shared) == 2:
        assert set(grid.lattice_side(a, b)) == shared
        assert grid.neighbour(a[0], a[1], grid.direction(a, b)) == b
        assert (grid.direction(a, b) + 3) % 6 == grid.direction(b, a)


@given(grids, places, places, places)
def test_distance_obeys_the_triangle(grid: Grid, a: Any, b: Any, c: Any) -> None:
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 0) == (a == b)


@given(grids, places)
def test_every_hex_lies_inside_the_box_of_the_grid(grid: Grid, a: Any) -> None:
    width, height = grid.size(10)
    assert all(-1e-9 <= x <= width + 1e-9 and -1e-9 <= y <= height + 1e-9 for x, y in grid.corners(a[0], a[1], 10))


def test_a_smaller_hex_keeps_the_centre() -> None:
    grid = Grid(5, 5, POINTY, EVEN)
    (x, top), *_ = grid.corners(3, 3, 40, 30)
    assert (x, top + 30) == pytest.approx(grid.centre(3, 3, 40))


@pytest.mark.parametrize("text", ["211", "21111", "2l11", "", "٢١١١"])
def test_a_malformed_hex_number_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex number"):
        parse(text)


def test_a_grid_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(ValueError, match="orientation"):
        Grid(5, 5, "round")
    with pytest.raises(ValueError, match="shifted"):
        Grid(5, 5, FLAT, "every")
    with pytest.raises(ValueError, match="empty"):
        Grid(5, 5, FLAT, ODD, 6)
    with pytest.raises(ValueError, match="0101 and 0303 do not share a side"):
        Grid(5, 5).direction((1, 1), (3, 3))
