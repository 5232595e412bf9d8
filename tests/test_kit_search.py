"""Searches of the kit on a small ground: a strip of nine spaces with a branch."""
from __future__ import annotations

from frente.kit.search import UNSEEN, Walk, flood, reached, shortest

#   0 - 1 - 2 - 3 - 4
#           |       |
#           5 - 6 - 7     8 (an island)
NB = [[1], [0, 2], [1, 3, 5], [2, 4], [3, 7], [2, 6], [5, 7], [6, 4], []]
OPEN = [False] * 9
NARROW = [[True], [True, True], [True, False, True], [False, True], [True, True], [True, True], [True, True],
          [True, True], []]              # nothing passes between 2 and 3


def closing(*spaces: int) -> list[bool]:
    return [h in spaces for h in range(9)]


def test_a_flood_counts_steps_from_the_nearest_start() -> None:
    assert flood(NB, [0], OPEN) == [0, 1, 2, 3, 4, 3, 4, 5, -1]
    assert flood(NB, [0, 7], OPEN) == [0, 1, 2, 2, 1, 2, 1, 0, -1]
    assert flood(NB, [], OPEN) == [-1] * 9


def test_a_flood_stops_at_its_limit_at_closed_spaces_and_at_borders() -> None:
    assert flood(NB, [0], OPEN, 2) == [0, 1, 2, -1, -1, -1, -1, -1, -1]
    assert flood(NB, [0], OPEN, 0) == [0, -1, -1, -1, -1, -1, -1, -1, -1]
    assert flood(NB, [0], closing(5)) == [0, 1, 2, 3, 4, -1, 6, 5, -1]
    assert flood(NB, [2], closing(2, 3, 5)) == [2, 1, 0, -1, -1, -1, -1, -1, -1], "a start is not asked"
    assert flood(NB, [0], OPEN, over=NARROW) == [0, 1, 2, 7, 6, 3, 4, 5, -1]


def test_what_is_reached_comes_nearest_first_and_once() -> None:
    assert reached(NB, [2, 2], OPEN) == [2, 1, 3, 5, 0, 4, 6, 7]
    assert reached(NB, [8, 0], closing(2)) == [8, 0, 1]
    assert reached(NB, [3], OPEN, NARROW) == [3, 4, 7, 6, 5, 2, 1, 0]


def test_the_shortest_way_has_both_its_ends() -> None:
    assert shortest(NB, 0, closing(7), OPEN) == [0, 1, 2, 3, 4, 7], "the first of two found"
    assert shortest(NB, 0, closing(7), closing(3)) == [0, 1, 2, 5, 6, 7]
    assert shortest(NB, 0, closing(4), OPEN, over=NARROW) == [0, 1, 2, 5, 6, 7, 4]
    assert shortest(NB, 4, closing(4, 3), OPEN) == [4]
    assert shortest(NB, 0, closing(8), OPEN) == []
    assert shortest(NB, 0, closing(3), OPEN, 3) == [0, 1, 2, 3]
    assert shortest(NB, 0, closing(3), OPEN, 2) == []


class Hike(Walk):
    """Three points into space 2, one elsewhere; the first step is always possible; mode 1 is a road from 0 to 3."""

    def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
        cost = 1 if mode else 3 if self.nb[a][i] == 2 else 1
        return cost if cost <= left else max(left, 1) if first else -1

    def mode_after(self, a: int, i: int, mode: int) -> int:
        return 1 if self.nb[a][i] <= 3 else 0


def test_a_walk_finds_the_most_points_and_the_way() -> None:
    w = Hike(NB)
    w.go(0, 6)
    assert w.left == [6, 5, 2, 1, 0, 1, 0, UNSEEN, UNSEEN]
    assert [w.way(s) for s in (0, 1, 4, 6)] == [[], [1], [1, 2, 3, 4], [1, 2, 5, 6]]
    w.go(1, 2)
    assert w.left[2] == 0, "a first step for all the points"
    w.go(1, 2, first=False)
    assert w.left[2] == UNSEEN


def test_a_walk_finds_out_whether_one_may_end_anywhere() -> None:
    class Hut(Hike):
        def stops(self, t: int) -> bool:
            return t == 3

    w = Hut(NB)
    assert [w.finds(0, n) for n in (4, 5)] == [False, True]
    assert w.finds(3, 0), "where it stands"
    assert (w.finds(1, 2), w.finds(2, 1), w.finds(8, 9)) == (False, True, False)
    assert Hike(NB).finds(8, 0), "anywhere, unless a game says otherwise"


def test_a_walk_with_modes_takes_what_is_best_in_any() -> None:
    w = Hike(NB, 2)
    w.go(0, 4, 1)
    best = w.best()
    assert {h: w.left[s] for h, s in best.items()} == {0: 4, 1: 3, 2: 2, 3: 1, 5: 1, 4: 0, 6: 0}
    assert list(best) == [0, 1, 2, 3, 5, 4, 6], "as they were reached"
    assert w.way(best[4]) == [1, 2, 3, 4]
    assert best[3] == 9 + 3, "still on the road"


def test_a_better_way_opens_a_space_again() -> None:
    class Detour(Walk):
        def toll(self, a: int, i: int, left: int, mode: int, first: bool) -> int:
            cost = 9 if (a, self.nb[a][i]) in ((2, 3), (3, 4)) else 1
            return cost if cost <= left else 0

    w = Detour(NB)
    w.go(2, 20)
    assert (w.left[3], w.left[4], w.left[7]) == (15, 16, 17)
    assert w.way(3) == [5, 6, 7, 4, 3]
