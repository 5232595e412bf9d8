"""Piles of counters behave like the lists they stand for."""
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from frente.kit import stacks

UNITS, PILES = 6, 3
MOVES = st.lists(st.tuples(st.integers(0, UNITS - 1), st.integers(0, PILES - 1)), max_size=40)


@given(MOVES)
def test_units_laid_on_piles_and_taken_from_the_middle_keep_the_order_of_the_rest(moves: list[tuple[int, int]]) -> None:
    top, below, at = [-1] * PILES, [-1] * UNITS, [-1] * UNITS
    piles: list[list[int]] = [[] for _ in range(PILES)]
    for u, i in moves:
        if at[u] >= 0:
            stacks.take(top, below, at[u], u)
            piles[at[u]].remove(u)
        stacks.lay(top, below, i, u)
        piles[i].insert(0, u)
        at[u] = i
        assert [stacks.units(top, below, k) for k in range(PILES)] == piles


@given(MOVES)
def test_units_slipped_into_a_pile_lie_in_order_of_number(moves: list[tuple[int, int]]) -> None:
    top, below, at = [-1] * PILES, [-1] * UNITS, [-1] * UNITS
    for u, i in moves:
        if at[u] >= 0:
            stacks.take(top, below, at[u], u)
        stacks.slip(top, below, i, u)
        at[u] = i
        assert [stacks.units(top, below, k) for k in range(PILES)] == [
            [v for v in range(UNITS) if at[v] == k] for k in range(PILES)]


@given(MOVES)
def test_laid_again_in_their_order_units_lie_as_they_did(moves: list[tuple[int, int]]) -> None:
    top, below, at = [-1] * PILES, [-1] * UNITS, [-1] * UNITS
    for u, i in moves:
        if at[u] >= 0:
            stacks.take(top, below, at[u], u)
        stacks.lay(top, below, i, u)
        at[u] = i
    again, under = [-1] * PILES, [-1] * UNITS
    for u in stacks.order(top, below):
        stacks.lay(again, under, at[u], u)
    assert (again, under) == (top, below)
