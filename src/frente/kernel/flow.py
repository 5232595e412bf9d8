"""Sequence of play: a stack of frames (data) walked through sequences of steps (rules).

A position asks one question. ``position.choices()`` says who may do what now and
``position.apply()`` takes one of the offered answers; everything else is written against that.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from mypy_extensions import mypyc_attr

from frente.kernel import weave

Side = int
CHANCE: Final = -1                      # dice and draws are decisions of this "side", uniform over what is offered
EVERYONE: Final = -2                    # an event that nobody is kept from seeing
F = TypeVar("F", bound="Frame")
P = TypeVar("P", bound="Position")
Fact = int | str


class Act(NamedTuple):
    """One answer to one question; what is logged, replayed and searched."""

    verb: str
    arg: int = 0


PASS: Final = Act("pass")
D6: Final = [Act("die", n) for n in range(1, 7)]
Choices = dict[Side, list[Act]]         # one key: a turn; two keys: simultaneous and secret; {}: the game is over


class Refusal(NamedTuple):
    """Why something is not offered: the rule that forbids it, and a catalogue key with the facts of the case."""

    rule: str
    key: str
    facts: dict[str, Fact]


class Event(NamedTuple):
    """Something that happened, for log and animation. ``only`` is the one side that may see it, or EVERYONE."""

    rule: str
    key: str
    facts: dict[str, Fact]
    only: Side


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame:
    """Data of one activity in progress: a dataclass, saved by name; holds no code and no references."""

    at: int = 0                         # index of the current step

    def steps(self) -> Sequence[Step[Any, Any]]:
        """What ``play`` said about this kind of frame."""
        found = _PLAYED.get(type(self))
        if found is None:
            raise NotPlayed(f"nothing says what happens in {_named(self)}: below its steps, in a module that the game "
                            f"imports, write play({type(self).__name__}, ...).")
        return found

    def close(self) -> bool:
        """The activity is over, whatever of it was left. False: what a step says that ends it in ``do``."""
        self.at = len(self.steps())
        return False

    def clone(self) -> Self:
        """A copy that shares nothing that can change, from the declared fields (see weave)."""
        made = weave.COPIERS.get(type(self))
        copy: Self = (made or weave.copier(type(self)))(self)
        return copy


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[F, P]):
    """One numbered rule. Stateless: everything lives in the frame and the position."""

    rule: ClassVar[str] = ""                      # the rule this step carries out, shown with its question
    verbs: ClassVar[Sequence[str]] = ()         # the acts it may offer: what "why not?" can be asked about
    prompt: ClassVar[str] = ""                    # catalogue key of the question; empty: the step's class name
    exact: ClassVar[bool] = True                  # why() is right about what is offered, too; else it is not asked

    def ask(self, f: F, p: P) -> Choices:
        """Who may do what now. Pure: called again after load and undo, and by searching opponents."""
        return {}

    def do(self, f: F, p: P, side: Side, act: Act) -> bool:
        """Apply one of the acts offered by ask(); True when the step is complete."""
        raise NotImplementedError(f"{_named(self)} asks and does not say what an answer does: write its do().")

    def auto(self, f: F, p: P) -> None:
        """What happens when ask() offers nothing; the step is then complete."""

    def why(self, f: F, p: P, side: Side, act: Act) -> list[Refusal]:
        """Every rule that keeps *act* from being offered; the same tests that ask() uses."""
        return []


_PLAYED: Final[dict[type[Frame], Sequence[Step[Any, Any]]]] = {}


class NotPlayed(LookupError):
    """A frame without a sequence, or a sequence that cannot be saved by the names of its steps."""


def play(kind: type[Frame], *steps: Step[Any, Any]) -> None:
    """The sequence of play of a frame: its rules in the order of the book. Said once, below the steps."""
    name = _home(kind) + "." + kind.__name__
    if kind in _PLAYED:
        raise NotPlayed(f"the sequence of {name} is said twice: keep one play({kind.__name__}, ...).")
    names = [type(s).__name__ for s in steps]
    if len(set(names)) < len(names):
        twice = next(x for x in names if names.count(x) > 1)
        raise NotPlayed(f"{twice} stands twice in {name}, and saved games know a step by its class: derive another.")
    _PLAYED[kind] = steps


def frames_of(package: str) -> dict[str, type[Frame]]:
    """The frames that the modules of a package play, by the names under which they are saved."""
    found: dict[str, type[Frame]] = {}
    for kind in _PLAYED:
        home = _home(kind)
        if home == package or home.startswith(package + "."):
            other = found.setdefault(kind.__name__, kind)
            if other is not kind:
                raise NotPlayed(f"{home} and {_home(other)} both have a frame {kind.__name__}, and saved games know a "
                                "frame by its name: give one of them another.")
    return found


def steps_of(kind: type[Frame]) -> Sequence[Step[Any, Any]]:
    """What ``play`` said about a kind of frame; nothing where it has not been said."""
    return _PLAYED.get(kind, ())


def _home(kind: type) -> str:
    """The module of a class."""
    return kind.__module__


def _named(thing: object) -> str:
    return f"{_home(type(thing))}.{type(thing).__name__}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A game position: the board arrays of the subclass plus the frame stack, always settled on a question."""

    def __init__(self, stack: list[Frame] | None = None) -> None:
        self.stack: list[Frame] = stack or []
        self.asked: Choices = {}
        self.barrier = 0                # grows when something hidden is shown: undo may not cross it
        self.events: list[Event] | None = None

    def derive(self, saved: Mapping[str, Any]) -> None:
        """After loading: make anew what is declared as Derived or Cached. *saved*: what the game's ``dump`` gave."""

    def choices(self) -> Choices:
        """Who may do what; {} when the game is over. The lists are shared: read, never change them."""
        return self.asked

    def apply(self, side: Side, act: Act) -> None:
        """Carry out one of the offered acts. Trusted: the referee checks it against choices() first."""
        f = self.stack[-1]
        if f.steps()[f.at].do(f, self, side, act):
            f.at += 1
        self.settle()

    def settle(self) -> None:
        """Run automatic steps until somebody has to decide or nothing is left to do."""
        stack = self.stack
        while stack:
            f = stack[-1]
            seq = f.steps()
            if f.at >= len(seq):
                stack.pop()
                continue
            step = seq[f.at]
            asked = step.ask(f, self)
            if asked:
                self.asked = asked
                return
            f.at += 1                   # before auto(), so that auto() may set it back and repeat the step
            step.auto(f, self)
        self.asked = {}

    def reask(self) -> None:
        """Ask the present question again without moving on: hidden things behind it have been drawn afresh."""
        if self.stack:
            f = self.stack[-1]
            self.asked = f.steps()[f.at].ask(f, self)

    def call(self, f: Frame) -> None:
        """Open a nested activity; the caller resumes when it is over."""
        self.stack.append(f)

    def end(self) -> None:
        """Stop the game at once, whatever is in progress."""
        self.stack.clear()

    def step(self) -> Step[Any, Any]:
        """The step that asks the present question."""
        f = self.stack[-1]
        return f.steps()[f.at]

    def frame(self, kind: type[F]) -> F:
        """The activity in progress, by whoever knows its kind: the answer to a question that is asked in it."""
        f = self.stack[-1]
        if not isinstance(f, kind):
            raise TypeError(f"{_named(f)} is in progress (its step {type(self.step()).__name__} asks), not "
                            f"{kind.__name__}: this answer belongs to another question.")
        return f

    def reveal(self) -> None:
        """Something hidden has been shown; nobody may take back what was done before knowing it."""
        self.barrier += 1

    def tell(self, rule: str, key: str, facts: dict[str, Fact], only: Side = EVERYONE) -> None:
        """Report an event to the listener. Callers test ``events is not None`` first where speed counts."""
        if self.events is not None:
            self.events.append(Event(rule, key, facts, only))

    def clone(self) -> Self:
        """A copy that shares nothing that can change, from the declared fields (see weave). Nobody listens to it."""
        made = weave.COPIERS.get(type(self))
        copy: Self = (made or weave.copier(type(self)))(self)
        return copy
