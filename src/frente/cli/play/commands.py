"""What a player may type besides answers."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from frente.cli.play import orders
from frente.cli.play.card import show_card
from frente.cli.play.menu import Choice, Menu
from frente.cli.play.textmap import spots
from frente.cli.rules import headline
from frente.kernel.codec import CodecError
from frente.kernel.explain import BUTTON, refusals
from frente.kernel.flow import CHANCE, Refusal, Side
from frente.kernel.inquiry import SUPPLY, Question, answer
from frente.kernel.record import RecordError
from frente.kernel.referee import Refused
from frente.rulebook import Rulebook

if TYPE_CHECKING:
    from frente.cli.play.session import Session

LINES: Final = 20                        # of the log
POINTS: Final = 15                       # decisions offered for going back
SIMILAR: Final = 8

HELP: Final = """\
Answer with the number, the name (2111, r-101-1) or the word (hex:2111); several answers may stand on one line.
A place further off is reached by its name while a unit is on the move. Enter alone shows the question again.
  ? THING       what a unit, hex or button can do now, or every rule that stops it
  r ID          a rule or ruling, such as r 10.3.1a or r R52
  o             odds of the attack being prepared or resolved
  m [HEX]       the whole map, or the part round a hex
  s             state of the game: tracks, markers, the combat in progress
  hand          what only you may see
  l [N]         the last events
  u             take back your last act, unless a die or something hidden has been shown since
  rollback [N]  go back to before decision N if the other side agrees; dice are rolled anew (alone: which there are)
  order         standing orders: questions that are answered for you, and how to leave them to an order
  save FILE     a copy of the game
  resign        give the game up
  q             leave; the game is saved and can be gone on with
  h             this help"""


class Leave(Exception):
    """The player has had enough for now."""


class Decision(NamedTuple):
    """An act of a side that the game can go back to."""

    number: int
    side: Side
    question: str
    word: str                            # empty if it was chosen in secret


class Commands:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen = session.screen
        self.match = session.match
        self.known: dict[str, Callable[[Side, Menu, str], None]] = {
            "u": self.undo, "undo": self.undo, "why": self.why, "r": self.rule, "rule": self.rule, "o": self.odds,
            "odds": self.odds, "m": self.map, "map": self.map, "s": self.status, "status": self.status,
            "hand": self.hand, "l": self.log, "log": self.log, "rollback": self.rollback, "order": self.order,
            "orders": self.order, "save": self.save,
            "resign": self.resign, "q": self.leave, "quit": self.leave, "h": self.help, "help": self.help}

    def obey(self, side: Side, menu: Menu, line: str) -> bool:
        """Carry out a command; False if the line is none."""
        if line.startswith("?"):
            self.why(side, menu, line[1:].strip())
            return True
        name, _, rest = line.partition(" ")
        command = self.known.get(name.lower())
        if command is None:
            return False
        command(side, menu, rest.strip())
        return True

    def help(self, side: Side, menu: Menu, rest: str) -> None:
        self.screen.say(HELP)

    def leave(self, side: Side, menu: Menu, rest: str) -> None:
        raise Leave

    def order(self, side: Side, menu: Menu, rest: str) -> None:
        if rest:
            orders.give(self.session, side, rest.split())
        else:
            orders.show(self.session, side)

    # -- why and why not

    def why(self, side: Side, menu: Menu, thing: str) -> None:
        if not thing:
            self.screen.say("Ask about something: ? 2111, ? r-101-1, ? pass.")
            return
        kind, name = self.find(thing)
        if not kind:
            return
        view = self.match.view(side if not self.session.hot_seat else None)
        if kind == "unit" and name in self.screen.words.units:
            self.screen.say(self.screen.described(name, view))
            asked = Question(SUPPLY, () if self.session.hot_seat else (side,), None, name)
            way = answer(self.match.game, self.match.position, asked, "en", Random(), self.match.over)["spaces"]
            if way:
                self.screen.say("  supply: " + " ".join(way))
        elif kind == "space":
            for line in self.screen.space_description(name, view):
                self.screen.say(line)
        if kind == "act":
            self.say_refusals(refusals(self.match.game, self.match.position, side, self.match.words().act(name)))
            return
        found = self.match.explain(side, kind, name)
        question = self.match.view(side).question
        for act in found.acts:
            word = self.match.word(act)
            self.screen.say(f"  can: {self.screen.words.act(word, question)}  ({word})")
        if not found.acts:
            self.say_refusals(found.refusals)

    def say_refusals(self, found: list[Refusal]) -> None:
        for r in found:
            self.screen.say(f"  not now: {self.screen.words.refusal(r)}")
        if not found:
            self.screen.say("  can be done now.")

    def find(self, thing: str) -> tuple[str, str]:
        """Kind and name of what a player means; says so if it is nothing, or too many things."""
        vocabulary = self.match.words().vocabulary
        if ":" in thing:
            try:
                self.match.words().act(thing)
            except CodecError as e:
                self.screen.say(str(e))
                return "", ""
            return "act", thing
        if thing in vocabulary:
            return BUTTON, thing
        for verb, kind in self.match.game.kinds().items():
            if thing in (vocabulary[verb] or ()):
                return kind, thing
        text = thing.lower()
        words = self.screen.words
        near = [("space", x) for x, name in words.places.items() if text in name.lower()]
        near += [("unit", x) for x, name in words.units.items() if text in name.lower() or x.startswith(text)]
        if len(near) == 1:
            return near[0]
        if near:
            self.screen.say(f"“{thing}” could mean {', '.join(x for _, x in near[:SIMILAR])}"
                            f"{' and others' if len(near) > SIMILAR else ''}.")
        else:
            self.screen.say(f"There is no unit, hex or button “{thing}”.")
        return "", ""

    def say_why_not(self, side: Side, word: str, found: list[Choice]) -> None:
        """An answer that is none of those offered, or several of them."""
        if found:
            more = " and others" if len(found) > SIMILAR else ""
            self.screen.say(f"“{word}” could mean {', '.join(c.word for c in found[:SIMILAR])}{more}; type more of it.")
            return
        vocabulary = self.match.words().vocabulary
        if word.partition(":")[0] in vocabulary or any(word in (names or ()) for names in vocabulary.values()):
            self.why(side, Menu(self.match, side), word)
        else:
            choices = Menu(self.match, side).choices
            self.screen.say(f"“{word}” is neither an answer nor a command. Type a number from 1 to {len(choices)}, "
                            f"a word such as {choices[0].word}, or h for help.")

    def way_to(self, side: Side, name: str) -> list[str]:
        """The steps to a space that the unit on the move can reach but not in one step."""
        unit = self.screen.moving(side, self.match.view(side))
        name = name.partition(":")[2] or name
        if not unit:
            return []
        found = self.match.game.reach(self.match.position, side, self.screen.number("unit", unit)).get(name)
        return found[1] if found else []

    # -- looking

    def rule(self, side: Side, menu: Menu, wanted: str) -> None:
        book = Rulebook.of(self.match.game)
        found = book.find(wanted or self.match.view(side).rule)
        if found is None:
            self.screen.say(f"There is no rule “{wanted}”.")
            return
        for r in [found, *book.rulings_on(found)]:
            self.screen.say(headline(r))
            self.screen.say(r.says)

    def odds(self, side: Side, menu: Menu, rest: str) -> None:
        show_card(self.screen, self.match.game.card(self.match.position, None if self.session.hot_seat else side))

    def map(self, side: Side, menu: Menu, place: str) -> None:
        offered = {c.name for _, c in menu.of_kind("space")}
        around = []
        if place:
            kind, name = self.find(place)
            if kind != "space":
                return
            around = spots(self.screen.map.ground, [name]) if self.screen.map is not None else []
        self.screen.draw_map(self.match.view(side), around, offered)

    def status(self, side: Side, menu: Menu, rest: str) -> None:
        viewer = self.session.viewer
        self.screen.status(self.match.view(viewer), private=viewer is not None)

    def hand(self, side: Side, menu: Menu, rest: str) -> None:
        if self.session.hot_seat:
            self.screen.ask(f"Only the {self.screen.words.side(side)} may look now; press Enter. ")
        self.screen.hands(self.match.view(side))
        if self.session.hot_seat:
            self.screen.ask("Press Enter when you have seen it. ")
            self.screen.clear()

    def log(self, side: Side, menu: Menu, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() else LINES
        self.screen.events(self.match.events_for(self.session.viewer)[-count:])

    # -- going back, leaving

    def undo(self, side: Side, menu: Menu, rest: str) -> None:
        owner = self.match.log[-1].side if self.match.log else side
        try:
            self.match.undo(owner if owner in self.session.humans else side)
        except Refused as e:
            self.say_plainly(e)
            return
        self.screen.say("Taken back.")
        self.session.went_back()

    def say_plainly(self, e: Refused) -> None:
        for r in e.refusals:
            self.screen.say(self.screen.words.refusal(r))

    def rollback(self, side: Side, menu: Menu, number: str) -> None:
        if not (number.isascii() and number.isdigit()):
            for d in self.decisions()[-POINTS:]:
                answer = f": {self.screen.words.act(d.word, d.question)}" if d.word else ""
                self.screen.say(f"  {d.number:>5}  {self.screen.words.side(d.side)}, "
                                f"{self.screen.words.question(d.question)}{answer}")
            self.screen.say("rollback N goes back to before decision N.")
            return
        try:
            self.match.offer_rollback(side, int(number))
            for other in range(len(self.match.game.sides)):
                if other != side and not self.agrees(other, number):
                    self.match.decline_rollback(other)
                    self.screen.say("The other side does not agree; nothing has changed.")
                    return
                if other != side:
                    self.match.accept_rollback(other)
        except Refused as e:
            self.say_plainly(e)
            return
        self.screen.say(f"Back before decision {number}; what follows is decided and rolled anew.")
        self.session.went_back()

    def agrees(self, other: Side, number: str) -> bool:
        """The computer always does: it is the player's own evening."""
        return other in self.session.bots or self.screen.confirm(
            f"{self.screen.words.side(other)}: go back to before decision {number}?")

    def decisions(self) -> list[Decision]:
        """Every act of a side so far, with the question it answered; what was chosen in secret stays so."""
        match = self.match
        p = match.game.start(match.scenario, match.options, self.session.pack)
        found: list[Decision] = []
        secret: set[str] = set()
        for n, entry in enumerate(match.log):
            if entry.side != CHANCE:
                step = p.step()
                if len(p.choices()) > 1:
                    secret.add(type(step).__name__)          # also when only the second of two is left to answer
                hidden = type(step).__name__ in secret and entry.side != self.session.viewer
                found.append(Decision(n, entry.side, step.prompt or type(step).__name__,
                                      "" if hidden else match.word(entry.act)))
            p.apply(entry.side, entry.act)
        return found

    def save(self, side: Side, menu: Menu, name: str) -> None:
        if not name:
            self.screen.say("Name the file: save game.json. The game itself is kept in " + str(self.session.path) + ".")
            return
        path = Path(name).expanduser()
        if path.exists() and not self.screen.confirm(f"{path} exists already; write over it?"):
            return
        try:
            self.match.record().save(path)
        except RecordError as e:
            self.screen.say(str(e))
            return
        self.screen.say(f"Saved to {path}.")

    def resign(self, side: Side, menu: Menu, rest: str) -> None:
        if self.screen.confirm(f"{self.screen.words.side(side)}: give the game up?"):
            self.match.resign(side)
