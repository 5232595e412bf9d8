"""The messages of clients, by type. What does not fit is refused before anything looks at it."""
from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(max_length=80)]
Word = Annotated[str, msgspec.Meta(max_length=120)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Tag = Annotated[str, msgspec.Meta(max_length=64)] | Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] | None


class Frame(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    id: Tag = None


class Hello(Frame, tag="hello"):
    """The first message: a seat key, or none to watch; *since*: tell events from this act on; *lang*: of refusals;
    *changes*: after the first state, tell what has changed and not the whole."""

    key: Name = ""
    since: Count | None = None
    lang: Name = "en"
    changes: bool = False


class Act(Frame, tag="act"):
    side: Name
    act: Word
    at: Count


class Moves(Frame, tag="moves"):
    """Acts that follow one another. *warn*: none is done if the first so many would bring something upon the side."""

    side: Name
    acts: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=200)]
    at: Count
    warn: Count = 0


class March(Frame, tag="march"):
    """Several units to one space: together where the game lets them join, else one after another. *warn* as above."""

    side: Name
    units: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=40)]
    space: Name
    at: Count
    warn: bool = False


class Deploy(Frame, tag="deploy"):
    """Set up what is left of one's side as in history."""

    side: Name
    at: Count


class Undo(Frame, tag="undo"):
    side: Name
    at: Count | None = None


class Rollback(Frame, tag="rollback"):
    side: Name
    to: Count
    at: Count | None = None


class Accept(Frame, tag="accept"):
    side: Name
    what: Name


class Decline(Frame, tag="decline"):
    side: Name
    what: Name


class Draw(Frame, tag="draw"):
    side: Name
    at: Count | None = None


class Resign(Frame, tag="resign"):
    side: Name


class Seal(Frame, tag="seal"):
    """A number for the dice, sealed: the hash that *show* will be checked against."""

    side: Name
    seal: Hash


class Show(Frame, tag="show"):
    """The number that was sealed, when all have been."""

    side: Name
    number: Hash


class RollOn(Frame, tag="roll-on"):
    """Wait no longer for numbers that others have not shown, or you have not sealed."""

    side: Name


class Wake(Frame, tag="wake"):
    """Let a computer player that failed try again."""


class Hurry(Frame, tag="hurry"):
    """A computer player that thinks is to answer now, with the best it has found."""


class Standing(Frame, tag="standing"):
    """Leave a question to a standing order: its answer, and the conditions in which you are asked all the same.

    Without an answer the order is withdrawn. Questions, answers and conditions are listed with the game.
    """

    side: Name
    question: Name
    answer: Name = ""
    unless: Annotated[list[Name], msgspec.Meta(max_length=20)] = []


class Question(Frame):
    """What may be asked before one decides; its tag is one of the kinds of frente.kernel.inquiry."""


class Explain(Question, tag="explain"):
    side: Name
    kind: Name
    arg: Word


class Reach(Question, tag="reach"):
    side: Name
    unit: Name


class Overlay(Question, tag="overlay"):
    """Of the position now, or of that after *at* acts; with one's own eyes, or those of *side* as in a replay."""

    name: Name
    side: Name = ""
    at: Count | None = None


class Supply(Question, tag="supply"):
    unit: Name
    at: Count | None = None


class Range(Question, tag="range"):
    """Where any unit could go if it moved now, as *side* sees it."""

    side: Name
    unit: Name
    at: Count | None = None


class Way(Question, tag="way"):
    """What the march of a unit to a space costs and brings, or what is in its way."""

    side: Name
    unit: Name
    space: Name


class Warnings(Question, tag="warnings"):
    """Of acts that are to follow one another, such as a march."""

    side: Name
    acts: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=200)]


class Unfinished(Question, tag="unfinished"):
    """What ending the present phase would leave undone."""

    side: Name


class Gains(Question, tag="gains"):
    """What each of these steps of an advance would gain or give up."""

    side: Name
    acts: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=24)]


class Card(Question, tag="card"):
    side: Name | None = None


class Refresh(Frame, tag="state"):
    """Ask for the state again, with all events from an act on."""

    since: Count | None = None


class Ping(Frame, tag="ping"):
    pass


AnyFrame = (Hello | Act | Moves | Undo | Rollback | Accept | Decline | Draw | Resign | Seal | Show | RollOn | Wake
            | Deploy | Hurry | March | Standing | Explain | Reach | Overlay | Supply | Range | Way | Warnings
            | Unfinished | Gains | Card | Refresh | Ping)
HELLO: msgspec.json.Decoder[Hello] = msgspec.json.Decoder(Hello)
DECODER: msgspec.json.Decoder[AnyFrame] = msgspec.json.Decoder(AnyFrame)


class _Id(msgspec.Struct):
    id: Any = None


_ID: msgspec.json.Decoder[_Id] = msgspec.json.Decoder(_Id)


def id_of(raw: str) -> str | int | None:
    """The id of a message that could not be understood otherwise."""
    try:
        found = _ID.decode(raw).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    short = isinstance(found, str) and len(found) <= 64
    return found if short or type(found) is int else None


# -- bodies of HTTP requests


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Name
    seats: dict[Name, Name]
    scenario: Name | None = None
    options: dict[Name, bool | Name] = {}
    seed: Annotated[str, msgspec.Meta(max_length=200)] | None = None     # dice that follow from it are marked as chosen
    name: Name | None = None
    setup: Literal["historical", "free"] = "historical"
    pack: Annotated[str, msgspec.Meta(max_length=32)] = ""       # one of your own, whose key comes with the request


class Code(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class PostAct(msgspec.Struct, forbid_unknown_fields=True):
    side: Name
    act: Word
    at: Count


class PostDice(msgspec.Struct, forbid_unknown_fields=True):
    """A number for the dice, sealed or shown; with neither, wait no longer for those of others."""

    side: Name
    seal: Hash = ""
    number: Hash = ""


class PutStanding(msgspec.Struct, forbid_unknown_fields=True):
    """A standing order on a question; without an answer it is withdrawn."""

    side: Name
    question: Name
    answer: Name = ""
    unless: Annotated[list[Name], msgspec.Meta(max_length=20)] = []


class PutNote(msgspec.Struct, forbid_unknown_fields=True):
    """A note beside the position after *at* acts, read by its own side until the end; without a text, none."""

    side: Name
    at: Count
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    at: Count
    seats: dict[Name, Name] | None = None
    side: Name | None = None


class OfSide(msgspec.Struct, forbid_unknown_fields=True):
    side: Name


class Join(msgspec.Struct, forbid_unknown_fields=True):
    invitation: Name


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """Keys of seats, one or more; *after*: so many of their games have been told already."""

    keys: list[Name]
    after: Count = 0
