"""Forms that steps take in every game: a die, and a question whose offer is its test.

    class TalkDie(Die[Talk, Heralds]):               the frame keeps the number as ``die``
        rule = "5.2.2n"

    class Recruit(Listed[Administration, Tscw]):     ``why`` is written for what is not offered
        ...
"""
from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from frente.kernel.flow import CHANCE, D6, Act, Choices, F, P, Side, Step


@mypyc_attr(allow_interpreted_subclasses=True)
class Die(Step[F, P]):
    """One die, each time; a step that rolls only sometimes says so in ``ask``, one that does more in ``do``."""

    verbs = ("die",)

    def ask(self, f: F, p: P) -> Choices:
        return {CHANCE: D6}

    def do(self, f: F, p: P, side: Side, act: Act) -> bool:
        frame: Any = f
        frame.die = act.arg
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed(Step[F, P]):
    """What is offered is allowed because ``ask`` has tested it: ``why`` speaks of everything else."""

    exact = False
