"""A game in the terminal, from question to question."""
from __future__ import annotations

import shlex
import signal
from pathlib import Path
from random import Random
from typing import Final

from frente.ai import AT_TABLE, Opponent, opponent
from frente.cli.faults import INTERRUPTED, complain
from frente.cli.play.commands import Commands, Leave
from frente.cli.play.menu import Menu
from frente.cli.play.orders import answered
from frente.cli.play.screen import Screen
from frente.cli.play.wording import atlas
from frente.kernel.flow import CHANCE, Act, Side
from frente.kernel.record import RecordError
from frente.kernel.referee import Match, Refused
from frente.kernel.standing import StandingOrders
from frente.kernel.views import SeatView

HUMAN: Final = "human"


class Session:
    """One match at one terminal. seats: a person or the name of an opponent for each side."""

    def __init__(self, match: Match, path: Path, pack: Path | None) -> None:
        self.match = match
        self.path = path
        self.pack = pack
        self.screen = Screen(match, atlas(match.game, pack))
        self.bots: dict[Side, Opponent] = {
            s: opponent(match.seats[name], match.game, AT_TABLE) for s, name in enumerate(match.game.sides)
            if match.seats[name] != HUMAN}
        self.humans = [s for s in range(len(match.game.sides)) if s not in self.bots]
        self.saved = len(match.log)
        self.heard = len(match.log)      # log entries whose events have been shown
        self.orders = StandingOrders()
        self.commands = Commands(self)
        self.typed: list[str] = []       # answers typed ahead on one line
        self.together = ""               # the question that several sides answer in secret, one after the other

    @property
    def hot_seat(self) -> bool:
        """Several people at one screen: nothing private is shown without warning."""
        return len(self.humans) > 1

    @property
    def viewer(self) -> Side | None:
        """Through whose eyes the screen looks; nobody's if it is shared."""
        return None if self.hot_seat or not self.humans else self.humans[0]

    def run(self) -> int:
        """Play until the game is over or the player leaves; the exit status."""
        try:
            self.greet()
            while not self.match.over:
                self.step()
            self.finish()
        except (EOFError, Leave):
            return self.leave()
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)     # an impatient second one must not stop the saving
            self.screen.say()
            self.leave()
            return INTERRUPTED
        return 0

    def step(self) -> None:
        asked = self.match.choices()
        question = self.match.view(None).question
        if len(asked) > 1:
            self.together = question
        elif self.together != question:
            self.together = ""
        if any(side in self.bots for side in asked):
            self.let_think()
        elif self.typed or not answered(self, min(asked)):
            self.put_question(min(asked))

    # -- the computer

    def let_think(self) -> None:
        """The opponents answer until a person is asked. They see their own side only, and have dice of their own."""
        with self.screen.out.status("The computer is thinking ..."):
            while sides := [s for s in self.match.choices() if s in self.bots]:
                view = SeatView(self.match.game, self.match.position, sides[0])
                rng = Random(f"{self.match.commitment} {sides[0]} {len(self.match.log)}")
                try:
                    self.match.play(sides[0], self.bots[sides[0]].choose(view, rng))
                except Exception as e:   # a game must not be lost to a fault of the opponent
                    complain(f"The computer's player failed ({type(e).__name__}: {e}); it acts at random this once.")
                    self.match.play(sides[0], rng.choice(view.acts))
                self.tell()

    # -- people

    def put_question(self, side: Side) -> None:
        self.save()
        secret = bool(self.together)
        if secret and self.hot_seat:
            self.hand_over(side)
        menu = Menu(self.match, side)
        before = (len(self.match.log), len(self.match.rollbacks))
        shown = False
        while (len(self.match.log), len(self.match.rollbacks)) == before and not self.match.over:
            if not shown and not self.typed:
                self.screen.question(side, menu, private=secret)
                shown = True
            self.answer(side, menu)
        if secret and self.hot_seat:
            self.screen.clear()

    def hand_over(self, side: Side) -> None:
        self.screen.clear()
        self.screen.ask(f"Pass the keyboard to the {self.screen.words.side(side)}, who presses Enter. ")
        self.screen.clear()

    def answer(self, side: Side, menu: Menu) -> None:
        """One line from the player: a command, or answers to this question and those that follow."""
        if not self.typed:
            line = self.screen.ask("> ")
            if not line and len(menu.choices) > 1:
                self.screen.question(side, menu, private=bool(self.together))
                return
            if self.commands.obey(side, menu, line):
                return
            self.typed = words(line) or [menu.choices[0].word]
        self.try_word(side, menu, self.typed.pop(0))

    def try_word(self, side: Side, menu: Menu, word: str) -> None:
        found = menu.pick(word)
        if len(found) == 1:
            self.play(side, found[0].act)
            return
        if not found:
            way = self.commands.way_to(side, word)
            if way:
                for step in way:
                    self.play(side, self.match.words().act(step))
                return
        self.typed = []
        self.commands.say_why_not(side, word, found)

    def play(self, side: Side, act: Act) -> None:
        try:
            self.orders.by_hand(self.match, side, act)
        except Refused as e:
            self.typed = []
            for r in e.refusals:
                self.screen.say(self.screen.words.refusal(r))
            return
        self.save()
        self.tell()
        if side not in self.match.choices() or CHANCE in [e.side for e in self.match.log[-1:]]:
            self.typed = []              # what was typed ahead was typed before the die or the other side's turn

    def tell(self) -> None:
        """Show what has happened since the last time."""
        self.screen.events(self.match.events_for(self.viewer, self.heard))
        self.heard = len(self.match.log)

    def went_back(self) -> None:
        """Acts have been taken back: forget what followed them."""
        self.heard = min(self.heard, len(self.match.log))
        self.orders.went_back(len(self.match.log))
        self.saved = -1
        self.typed = []
        self.save()

    # -- keeping

    def save(self) -> None:
        """Keep the game as it stands; if that fails, say so and go on: the game is still in memory."""
        if self.saved == len(self.match.log):
            return
        try:
            self.match.record().save(self.path)
            self.saved = len(self.match.log)
        except RecordError as e:
            complain(f"{e} Use “save FILE” in the meantime.")

    def resume_line(self) -> str:
        pack = f" --pack {shlex.quote(str(self.pack))}" if self.pack is not None else ""
        return f"frente play {self.match.game.slug} --load {shlex.quote(str(self.path))}{pack}"

    def leave(self) -> int:
        self.saved = -1
        self.save()
        if self.saved < 0:
            return 2
        self.screen.say(f"The game is saved. Go on with it by:\n  {self.resume_line()}")
        return 0

    def greet(self) -> None:
        match, words = self.match, self.screen.words
        title = match.game.scenario(match.scenario).title
        people = ", ".join(f"{words.side(s)}: {match.seats[name]}" for s, name in enumerate(match.game.sides))
        self.screen.say(f"{match.game.title}: {title}. {people}. Type h for help.")
        self.screen.say(f"The game is kept in {self.path}; its dice are committed by the hash {match.commitment}.")
        self.screen.events(match.events_for(self.viewer)[-8:])

    def finish(self) -> None:
        self.saved = -1
        self.save()
        outcome = self.match.outcome
        result = self.match.record().result
        if outcome is not None and result is not None:
            score = f" Score: {', '.join(str(x) for x in outcome.score)}." if outcome.score else ""
            rule = f" [{outcome.rule}]" if outcome.rule else ""
            self.screen.say(f"\n{self.screen.words.outcome(outcome.key, result['by'] or '')}{score}{rule}")
        self.screen.say(f"Verify the game with: frente replay {shlex.quote(str(self.path))}")


def words(line: str) -> list[str]:
    return line.replace(",", " ").split()
