"""One game at a table of learners: dice are rolled, sides are asked in turn, each sees what its side may see."""
from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

from frente.env.encoding import Acts, Eyes, Layout, Mask, Vector
from frente.kernel.catalog import find
from frente.kernel.flow import CHANCE, Position, Side

ENDLESS: Final = 200_000                 # acts after which a game is given up as never ending


class Table:
    """What PettingZoo and Gymnasium share."""

    def __init__(self, slug: str, scenario: str | None = None, options: dict[str, Any] | None = None,
                 pack: Path | None = None) -> None:
        self.game = find(slug)
        self.first: Position = self.game.start(self.game.scenario(scenario).id, self.game.settled(options or {}), pack)
        self.acts = Acts(self.game, self.first)
        self.layout = Layout(self.game, self.first)
        self.eyes = [Eyes(self.layout) for _ in self.game.sides]
        self.position: Position = self.first
        self.dice = Random()
        self.taken = 0

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self.dice = Random(seed)
        self.position = self.first.clone()
        self.taken = 0
        self.roll()

    def roll(self) -> None:
        p = self.position
        while CHANCE in p.choices():
            p.apply(CHANCE, self.dice.choice(p.choices()[CHANCE]))

    def apply(self, side: Side, number: int) -> None:
        """ValueError if the act is not offered."""
        act = self.acts.act(number)
        if act not in self.position.choices().get(side, []):
            raise ValueError(f"{act.verb}:{act.arg} is not offered to {self.game.sides[side]}")
        self.position.apply(side, act)
        self.taken += 1
        self.roll()

    @property
    def over(self) -> bool:
        return not self.position.choices()

    @property
    def endless(self) -> bool:
        return self.taken >= ENDLESS

    @property
    def asked(self) -> Side:
        """Sides that are asked together answer one after the other; a view never shows the other's secret answer."""
        asked: Side = min(self.position.choices())
        return asked

    def see(self, side: Side) -> Vector:
        return self.eyes[side].see(self.game.view(self.position, side))

    def mask(self, side: Side) -> Mask:
        return self.acts.mask(self.position.choices().get(side, []))
