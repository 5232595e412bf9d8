"""The plan of a computer player: the intent of its impulse, and a survey for everything it is asked in between."""
from __future__ import annotations

from frente.games.storm.captain.combat import keep_worth, share_losses
from frente.games.storm.captain.impulse import VERB_OF, Intent, Staff
from frente.games.storm.captain.survey import Survey
from frente.games.storm.rules.ch09_losses import Losses
from frente.games.storm.state.frames import Impulse
from frente.games.storm.state.position import Storm
from frente.kernel.flow import Act, Side
from frente.kit.weights import Weights


def epoch(p: Storm, side: Side) -> tuple[int, str, int]:
    """One activity of one side in one turn; every impulse of a phase that a side begins makes its intent anew."""
    for f in reversed(p.stack):
        if isinstance(f, Impulse):
            return (p.turn, "impulse", f.side)
    return (p.turn, type(p.stack[-1]).__name__, side)


class Plan:
    """What a side means to do."""

    def __init__(self, side: Side, w: Weights, intent: Intent | None = None) -> None:
        self.side = side
        self.w = w
        self._survey: Survey | None = None
        self._intent = intent
        self._losses: tuple[list[int], int] = ([], 0)        # the units and points a distribution was made for
        self._shares: list[int] = []

    def survey(self, p: Storm) -> Survey:
        """As things stood when it was last made; it is made anew for every impulse."""
        if self._survey is None:
            self._survey = Survey(p, self.side, self.w)
        else:
            self._survey.p = p
        return self._survey

    def anew(self, p: Storm) -> Survey:
        self._survey = None
        return self.survey(p)

    def declare(self, p: Storm, acts: list[Act]) -> Intent:
        self._intent = Staff(self.anew(p)).choose(acts)
        return self._intent

    def intent(self, p: Storm, im: Impulse) -> Intent:
        """What was meant by the activation in progress; thought out again if nobody remembers."""
        verb = VERB_OF[im.kind]
        known = self._intent
        if known is None or known.act.verb != verb or known.act.arg != im.origin:
            known = Staff(self.anew(p)).only(Act(verb, im.origin))
            self._intent = known
        return known

    def share(self, p: Storm, f: Losses) -> int:
        """What the next unit in line absorbs."""
        if self._losses != (f.units, f.points) or self._shares[:len(f.given)] != f.given:
            s = self.anew(p)
            self._losses = (f.units[:], f.points)
            self._shares = share_losses(s, f, keep_worth(s, f.side, p.at[f.units[0]]))
            if self._shares[:len(f.given)] != f.given:       # begun by somebody else
                return -1
        return self._shares[len(f.given)]
