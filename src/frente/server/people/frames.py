"""Bodies of requests about people. What does not fit is refused before anything looks at it."""
from __future__ import annotations

from typing import Annotated, Any

import msgspec

Line = Annotated[str, msgspec.Meta(max_length=80)]
Secret = Annotated[str, msgspec.Meta(max_length=400)]
Mail = Annotated[str, msgspec.Meta(max_length=254)]


class SignUp(msgspec.Struct, forbid_unknown_fields=True):
    name: Line
    password: Secret


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    name: Line
    password: Secret


class ChangeAccount(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be changed. A new password needs the old one, if there is one; an address is confirmed by a letter,
    and an empty one takes it away."""

    name: Line | None = None
    password: Secret | None = None
    old: Secret = ""
    mail: Mail | None = None
    language: Line | None = None
    hidden: bool | None = None


class DeleteAccount(msgspec.Struct, forbid_unknown_fields=True):
    """The name, and the password if there is one: nobody deletes an account by mistake, or another's."""

    name: Line
    password: Secret = ""


class ClaimGames(msgspec.Struct, forbid_unknown_fields=True):
    keys: list[Line]


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """*name*: of a new account; without one, a further passkey of the account that is signed in."""

    name: Line = ""


class Credential(msgspec.Struct, forbid_unknown_fields=True):
    """What the browser made of the options, as its toJSON gives it."""

    credential: dict[str, Any]
    label: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Recover(msgspec.Struct, forbid_unknown_fields=True):
    mail: Mail


class UseToken(msgspec.Struct, forbid_unknown_fields=True):
    """What a letter brought; with a new password where that is what it is for."""

    token: Line
    password: Secret = ""


class NewChallenge(msgspec.Struct, forbid_unknown_fields=True):
    """A game for somebody else: *side*, of whoever offers it, or by lot; *to*: the name of whom it is meant for.

    *pace* is none, live (*bank* seconds, and *step* more each turn) or days (*step* seconds for a turn, and *bank*
    besides); *late*: loss or draw when they are used up; *low* and *high*: ratings of those it is meant for.
    """

    game: Line
    scenario: Line = ""
    options: dict[Line, bool | Line] = {}
    side: Line = ""
    to: Line = ""
    pace: Line = "none"
    bank: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    step: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    late: Line = "loss"
    rated: bool = False
    watch: bool = True
    low: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 0
    high: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 4000


class Say(msgspec.Struct, forbid_unknown_fields=True):
    """Something said beside the board; *line*: the act it is about."""

    text: Annotated[str, msgspec.Meta(max_length=2000)]
    line: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """Moderators are to look at what somebody does here."""

    name: Line
    text: Annotated[str, msgspec.Meta(max_length=2000)]


class Shun(msgspec.Struct, forbid_unknown_fields=True):
    """*kind*: mute, block, or nothing to take it back."""

    name: Line
    kind: Line = ""


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament anybody may enter; *kind*: robin, swiss, knock or ladder; *rounds*: of a Swiss one. The rest is as
    in a game on offer."""

    name: Line
    game: Line
    kind: Line = "robin"
    scenario: Line = ""
    options: dict[Line, bool | Line] = {}
    places: int = 4
    rounds: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3
    pace: Line = "none"
    bank: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    step: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    late: Line = "loss"
    rated: bool = False
    watch: bool = True


class Rung(msgspec.Struct, forbid_unknown_fields=True):
    """Whom to challenge on a ladder."""

    name: Line


class Habits(msgspec.Struct, forbid_unknown_fields=True):
    """Whether one wants letters and push messages."""

    mail: bool | None = None
    push: bool | None = None


class Browser(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that wants to be told, as its PushSubscription gives it; without keys, one that does not any more."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=120)] = ""
    auth: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Vacation(msgspec.Struct, forbid_unknown_fields=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=366)]


class Ban(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody may not speak or meet others for so many days; none: he may again."""

    name: Line
    days: Annotated[int, msgspec.Meta(ge=0, le=36_500)]
    note: Annotated[str, msgspec.Meta(max_length=2000)] = ""
