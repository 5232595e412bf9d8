"""Forms that steps take in every game: a die, a question whose offer is its test, a phase that is an activity.

    class TalkDie(Die[Talk, Heralds]):               the frame keeps the number as ``die``
        rule = "5.2.2n"

    class Recruit(Listed[Administration, Tscw]):     ``why`` is written for what is not offered
        ...
"""
from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from frente.kernel.flow import CHANCE, D6, Act, Choices, F, Frame, P, Side, Step


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


@mypyc_attr(allow_interpreted_subclasses=True)
class Opens(Step[F, P]):
    """A phase that is an activity of its own: a frame made with nothing, or with the side whose phase it is."""

    opens: ClassVar[type[Frame]]

    def auto(self, f: F, p: P) -> None:
        kind: Any = self.opens
        side = getattr(f, "side", None)
        p.call(kind() if side is None else kind(side))
