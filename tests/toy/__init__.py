"""A small complete game to test the kernel with: secret bids, a secret roll, a hidden hand, cups, windows, attacks.

Nine areas in a square (a1 to c3), three units a side. It knows everything a published game asks of the kernel and
is over after a few turns, whatever the players do.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from frente.kernel.catalog import Game, Option, OptionValue, Outcome, Scenario
from frente.kernel.codec import Words
from frente.kernel.flow import CHANCE, D6, PASS, Act, Choices, Fact, Frame, Position, Refusal, Side, Step, play
from frente.kernel.views import Known, Piece, Track, View
from frente.kernel.weave import Static

RED: Final = 0
BLUE: Final = 1
SIDES: Final = ("red", "blue")
AREAS: Final = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
RIDGE: Final = 4
UNITS: Final = ["r1", "r2", "r3", "b1", "b2", "b3"]
OWNER: Final = [RED, RED, RED, BLUE, BLUE, BLUE]
CARDS: Final = ["guns-1", "guns-2", "ambush-1", "ambush-2", "fog-1", "fog-2", "rain-1", "rain-2"]
BONUS: Final = [1, 1, 2, 2, 0, 0, 0, 0]
NEAR: Final = [[b for b in range(9) if abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1] for a in range(9)]
SCOUT: Final = Act("scout")


class Toy(Position):
    scenario: Static[str]
    last: Static[int]
    ridge: Static[bool]
    area: list[int]                      # -1: lost
    steps: list[int]
    gold: list[int]
    points: list[int]
    cup: list[int]
    hands: list[list[int]]
    spent: list[int]
    seen: list[list[int]]                # by side: cards of the other hand it has been shown
    scouts: list[int]                    # by side: how often it may still scout
    turn: int = 1
    wind: int = 0                        # known to Red alone until the turn is scored
    result: int = -1                     # -1 going on, else the winner, 2 a draw

    def unit_in(self, area: int) -> int:
        return self.area.index(area) if area in self.area else -1

    def lose_step(self, u: int) -> None:
        self.steps[u] -= 1
        self.tell("3.3", "event.loses", {"unit": UNITS[u]})
        if self.steps[u] == 0:
            self.area[u] = -1

    def routed(self) -> list[Side]:
        return [s for s in (RED, BLUE) if all(self.area[u] < 0 for u in range(6) if OWNER[u] == s)]


# -- [1] the turn

@dataclass
class Turn(Frame):
    bids: list[int] = field(default_factory=lambda: [-1, -1])
    chits: list[int] = field(default_factory=lambda: [2, 2])
    dealt: int = 0


class Wind(Step[Turn, Toy]):
    """[1.1] A secret roll that only Red may see."""

    rule = "1.1"
    verbs = ("die",)
    prompt = "ask.Wind"

    def ask(self, f: Turn, p: Toy) -> Choices:
        return {CHANCE: D6}

    def do(self, f: Turn, p: Toy, side: Side, act: Act) -> bool:
        p.wind = act.arg
        p.tell("1.1", "event.wind", {"wind": act.arg}, RED)
        return True


class Bid(Step[Turn, Toy]):
    """[1.2] Both sides bid at once and in secret."""

    rule = "1.2"
    verbs = ("bid",)
    prompt = "ask.Bid"

    def ask(self, f: Turn, p: Toy) -> Choices:
        return {s: [Act("bid", n) for n in range(3) if not self.refused(p, s, n)] for s in (RED, BLUE) if f.bids[s] < 0}

    def refused(self, p: Toy, side: Side, n: int) -> list[Refusal]:
        found = []
        if n > p.gold[side]:
            found.append(Refusal("1.2a", "no.gold", {"gold": p.gold[side]}))
        if n > 2:
            found.append(Refusal("1.2b", "no.two", {}))
        return found

    def why(self, f: Turn, p: Toy, side: Side, act: Act) -> list[Refusal]:
        return self.refused(p, side, act.arg)

    def do(self, f: Turn, p: Toy, side: Side, act: Act) -> bool:
        f.bids[side] = act.arg
        if f.bids[1 - side] < 0:
            return False
        p.reveal()
        p.tell("1.2", "event.bids", {"red": f.bids[RED], "blue": f.bids[BLUE]})
        for s in (RED, BLUE):
            p.gold[s] -= f.bids[s]
        return True


class Deal(Step[Turn, Toy]):
    """[1.3] Each side draws one card from the common cup; only its owner sees which."""

    rule = "1.3"
    verbs = ("draw",)
    prompt = "ask.Deal"

    def ask(self, f: Turn, p: Toy) -> Choices:
        return {CHANCE: [Act("draw", c) for c in p.cup]} if f.dealt < 2 and p.cup else {}

    def do(self, f: Turn, p: Toy, side: Side, act: Act) -> bool:
        owner = f.dealt
        p.cup.remove(act.arg)
        p.hands[owner] = sorted([*p.hands[owner], act.arg])
        p.tell("1.3", "event.drew", {"card": CARDS[act.arg]}, owner)
        p.tell("1.3", "event.draws", {"side": SIDES[owner]}, 1 - owner)
        f.dealt += 1
        return False


class Draw(Step[Turn, Toy]):
    """[1.4] The higher bid moves first; after that the cup says who is active."""

    rule = "1.4"
    verbs = ("chit",)
    prompt = "ask.Draw"

    def ask(self, f: Turn, p: Toy) -> Choices:
        if sum(f.chits) in (0, 4):
            return {}
        return {CHANCE: [Act("chit", s) for s in (RED, BLUE) for _ in range(f.chits[s])]}

    def do(self, f: Turn, p: Toy, side: Side, act: Act) -> bool:
        self.activate(f, p, act.arg)
        return False

    def auto(self, f: Turn, p: Toy) -> None:
        if sum(f.chits) == 4:
            f.at -= 1                    # once more, for the remaining chits
            self.activate(f, p, BLUE if f.bids[BLUE] > f.bids[RED] else RED)

    def activate(self, f: Turn, p: Toy, side: Side) -> None:
        f.chits[side] -= 1
        p.tell("1.4", "event.chit", {"side": SIDES[side]})
        p.call(Activation(side))


class Score(Step[Turn, Toy]):
    """[1.5, 4.1] Points, and the end of the game after the last turn."""

    rule = "1.5"

    def auto(self, f: Turn, p: Toy) -> None:
        for s in (RED, BLUE):
            p.points[s] += sum(1 for u in range(6) if OWNER[u] == s and p.area[u] == RIDGE)
        if p.wind >= 5:
            p.points[RED] += 1
        p.reveal()
        p.tell("1.5", "event.wind", {"wind": p.wind})
        p.wind = 0
        if p.turn == p.last:
            red, blue = (p.points[s] * 2 + sum(p.steps[u] for u in range(6) if OWNER[u] == s) for s in (RED, BLUE))
            p.result = 2 if red == blue else RED if red > blue else BLUE
            p.end()
            return
        p.turn += 1
        p.call(Turn())


play(Turn, Wind(), Bid(), Deal(), Draw(), Score())


# -- [2] one side moves a unit

@dataclass
class Activation(Frame):
    side: Side
    unit: int = -1


def area_refusals(p: Toy, u: int, a: int) -> list[Refusal]:
    found: list[Refusal] = []
    there = p.unit_in(a)
    if a not in NEAR[p.area[u]]:
        found.append(Refusal("2.2a", "no.far", {"area": AREAS[a]}))
    if there >= 0 and OWNER[there] == OWNER[u]:
        found.append(Refusal("2.2b", "no.own-unit", {"area": AREAS[a]}))
    return found


class ChooseUnit(Step[Activation, Toy]):
    rule = "2.1"
    verbs = ("unit", "scout", "pass")
    prompt = "ask.ChooseUnit"

    def ask(self, f: Activation, p: Toy) -> Choices:
        units = [Act("unit", u) for u in range(6) if not self.refused(f, p, u)]
        return {f.side: units + ([] if self.blind(f, p) else [SCOUT]) + [PASS]}

    def blind(self, f: Activation, p: Toy) -> list[Refusal]:
        found = []
        if not p.scouts[f.side]:
            found.append(Refusal("2.3a", "no.scout", {}))
        if not p.hands[1 - f.side]:
            found.append(Refusal("2.3b", "no.cards", {}))
        return found

    def refused(self, f: Activation, p: Toy, u: int) -> list[Refusal]:
        facts: dict[str, Fact] = {"unit": UNITS[u]}
        found = []
        if OWNER[u] != f.side:
            found.append(Refusal("2.1a", "no.not-yours", facts))
        if p.area[u] < 0:
            found.append(Refusal("2.1b", "no.lost", facts))
        elif not any(not area_refusals(p, u, a) for a in NEAR[p.area[u]]):
            found.append(Refusal("2.1c", "no.hemmed-in", facts))
        return found

    def why(self, f: Activation, p: Toy, side: Side, act: Act) -> list[Refusal]:
        if act.verb == "scout":
            return self.blind(f, p)
        return self.refused(f, p, act.arg) if act.verb == "unit" else []

    def do(self, f: Activation, p: Toy, side: Side, act: Act) -> bool:
        if act == SCOUT:
            card = p.hands[1 - side][0]
            p.scouts[side] -= 1
            p.seen[side] = [card]
            p.reveal()
            p.tell("2.3", "event.scouted", {"card": CARDS[card]}, side)
            return False
        if act == PASS:
            f.at += 1
        else:
            f.unit = act.arg
        return True


class ChooseArea(Step[Activation, Toy]):
    rule = "2.2"
    verbs = ("area",)
    prompt = "ask.ChooseArea"

    def ask(self, f: Activation, p: Toy) -> Choices:
        return {f.side: [Act("area", a) for a in range(9) if not area_refusals(p, f.unit, a)]}

    def why(self, f: Activation, p: Toy, side: Side, act: Act) -> list[Refusal]:
        return area_refusals(p, f.unit, act.arg)

    def do(self, f: Activation, p: Toy, side: Side, act: Act) -> bool:
        if p.unit_in(act.arg) < 0:
            p.area[f.unit] = act.arg
        else:
            p.call(Attack(f.side, f.unit, p.unit_in(act.arg), 1 - f.side))
        return True


class Rout(Step[Activation, Toy]):
    """[4.1] A side that has lost all its units has lost the game at once."""

    rule = "4.1"

    def auto(self, f: Activation, p: Toy) -> None:
        gone = p.routed()
        if gone:
            p.result = 2 if len(gone) == 2 else 1 - gone[0]
            p.end()


play(Activation, ChooseUnit(), ChooseArea(), Rout())


# -- [3] an attack inside an activation

@dataclass
class Attack(Frame):
    side: Side
    unit: int
    target: int
    asked: Side                          # whose turn it is to react
    passes: int = 0
    bonus: list[int] = field(default_factory=lambda: [0, 0])
    dice: list[int] = field(default_factory=list)

    def difference(self, p: Toy) -> int:
        hill = 1 if p.ridge and p.area[self.target] == RIDGE else 0
        return self.dice[0] + self.bonus[self.side] - self.dice[1] - self.bonus[1 - self.side] - hill


class React(Step[Attack, Toy]):
    """[3.1] A window: asked even of an empty hand, or the question itself would tell."""

    rule = "3.1"
    verbs = ("card", "pass")
    prompt = "ask.React"

    def ask(self, f: Attack, p: Toy) -> Choices:
        if f.passes == 2:
            return {}
        return {f.asked: [Act("card", c) for c in p.hands[f.asked]] + [PASS]}

    def why(self, f: Attack, p: Toy, side: Side, act: Act) -> list[Refusal]:
        return [Refusal("3.1a", "no.not-in-hand", {})] if act.verb == "card" and act.arg not in p.hands[side] else []

    def do(self, f: Attack, p: Toy, side: Side, act: Act) -> bool:
        f.passes += 1
        if act != PASS:
            f.passes = 0
            p.hands[side].remove(act.arg)
            p.seen[1 - side] = [c for c in p.seen[1 - side] if c != act.arg]
            p.spent.append(act.arg)
            f.bonus[side] += BONUS[act.arg]
            p.reveal()
            p.tell("3.1", "event.plays", {"side": SIDES[side], "card": CARDS[act.arg]})
        f.asked = 1 - f.asked
        return False


class Roll(Step[Attack, Toy]):
    rule = "3.2"
    verbs = ("die",)
    prompt = "ask.Roll"

    def ask(self, f: Attack, p: Toy) -> Choices:
        return {CHANCE: D6} if len(f.dice) < 2 else {}

    def do(self, f: Attack, p: Toy, side: Side, act: Act) -> bool:
        f.dice.append(act.arg)
        if len(f.dice) == 2:
            p.tell("3.2", "event.dice", {"a": f.dice[0], "d": f.dice[1]})
            p.lose_step(f.target if f.difference(p) > 0 else f.unit)
            return True
        return False


class Retreat(Step[Attack, Toy]):
    rule = "3.4"
    verbs = ("area",)
    prompt = "ask.Retreat"

    def ways(self, f: Attack, p: Toy) -> list[int]:
        beaten = f.difference(p) > 0 and p.area[f.target] >= 0
        return [a for a in NEAR[p.area[f.target]] if p.unit_in(a) < 0] if beaten else []

    def ask(self, f: Attack, p: Toy) -> Choices:
        ways = self.ways(f, p)
        return {1 - f.side: [Act("area", a) for a in ways]} if ways else {}

    def why(self, f: Attack, p: Toy, side: Side, act: Act) -> list[Refusal]:
        return [] if act.arg in self.ways(f, p) else [Refusal("3.4a", "no.not-free", {"area": AREAS[act.arg]})]

    def do(self, f: Attack, p: Toy, side: Side, act: Act) -> bool:
        p.area[f.target] = act.arg
        return True

    def auto(self, f: Attack, p: Toy) -> None:
        if f.difference(p) > 0 and p.area[f.target] >= 0:
            p.area[f.target] = -1
            p.steps[f.target] = 0


play(Attack, React(), Roll(), Retreat())


# -- the game



class Guess(Known):
    """Everything hidden from a side lies in the cup; the size of the other's hand is known."""

    def __init__(self, base: Toy, viewer: Side, size: int) -> None:
        super().__init__(base, viewer)
        self.toy = base
        self.size = size

    def draw(self, rng: Random) -> Toy:
        d = self.toy.clone()
        other = 1 - self.viewer
        hidden = d.cup[:]
        rng.shuffle(hidden)
        n = self.size - len(d.hands[other])
        d.hands[other] = sorted([*hidden[:n], *d.hands[other]])
        d.cup = sorted(hidden[n:])
        if self.viewer == BLUE and d.wind:
            d.wind = rng.randint(1, 6)
        for f in d.stack:
            if isinstance(f, Turn) and min(f.bids) < 0 <= f.bids[other]:
                f.bids[other] = rng.randint(0, min(2, d.gold[other]))
        if d.seen[other]:
            d.seen[other] = [rng.choice(d.hands[self.viewer])]
        d.settle()
        d.reask()
        return d


class ToyGame(Game[Toy]):
    slug = "toy"
    title = "Toy"
    sides = SIDES
    scenarios = (Scenario("short", "Short", 2), Scenario("long", "Long", 4))
    options = (Option("ridge", False, (True, False), "3.2"), Option("purse", "small", ("small", "large"), "1.2a"))
    rules_version = "1"
    folder = Path(__file__).parent

    def start(self, scenario: str, options: Mapping[str, OptionValue], pack: Path | None = None) -> Toy:
        gold = 3 if options["purse"] == "small" else 9
        p = Toy([Turn()])
        p.scenario, p.last, p.ridge = scenario, self.scenario(scenario).turns, bool(options["ridge"])
        p.area = [0, 1, 2, 6, 7, 8]
        p.steps = [2] * 6
        p.gold = [gold, gold]
        p.points = [0, 0]
        p.cup = list(range(len(CARDS)))
        p.hands = [[], []]
        p.spent = []
        p.seen = [[], []]
        p.scouts = [1, 1]
        p.settle()
        return p

    def data_version(self, p: Toy) -> str:
        return "1"

    def words(self, p: Toy) -> Words:
        return WORDS

    def kinds(self) -> Mapping[str, str]:
        return {"unit": "unit", "area": "space", "card": "card", "draw": "card", "chit": "chit", "bid": "number",
                "die": "number", "pass": "button",
                "scout": "button"}

    def view(self, p: Toy, viewer: Side | None) -> View:
        asked = p.choices()
        step = p.step() if asked else None
        turn = [f for f in p.stack if isinstance(f, Turn)]
        bids = [[b if viewer == s or min(f.bids) >= 0 else min(b, 0) for s, b in enumerate(f.bids)] for f in turn]
        return View(
            game=self.slug, scenario=p.scenario, viewer="" if viewer is None else SIDES[viewer], turn=p.turn,
            phase=[type(f).__name__ for f in p.stack],
            waiting=["chance" if s == CHANCE else SIDES[s] for s in asked],
            question=step.prompt if step else "", rule=step.rule if step else "", facts={"bids": bids},
            acts=[WORDS.word(a) for a in asked.get(viewer, [])] if viewer is not None else [],
            pieces=[Piece(id=UNITS[u], name=UNITS[u], side=SIDES[OWNER[u]], symbol="infantry", size="", formation="",
                          factors="1", steps=p.steps[u], elite=False, at=AREAS[p.area[u]], state=[])
                    for u in range(6) if p.area[u] >= 0],
            spaces={"b2": ["ridge"] if p.ridge else []},
            tracks=[*[Track(id="gold", side=SIDES[s], value=p.gold[s], rule="1.2") for s in (RED, BLUE)],
                    *[Track(id="points", side=SIDES[s], value=p.points[s], rule="1.5") for s in (RED, BLUE)],
                    Track(id="wind", side="red", value=p.wind if viewer == RED else None, rule="1.1")],
            hands={SIDES[s]: [CARDS[c] for c in p.hands[s]] if s == viewer else len(p.hands[s]) for s in (RED, BLUE)}
            | {"seen": [] if viewer is None else [CARDS[c] for c in p.seen[viewer]]}
            | {"cup": len(p.cup), "spent": [CARDS[c] for c in p.spent]},
            result="" if p.result < 0 else "result.points")

    def seal(self, p: Toy, viewer: Side) -> Known:
        q = p.clone()
        other = 1 - viewer
        size = len(q.hands[other])
        q.cup = sorted([c for c in q.cup + q.hands[other] if c not in q.seen[viewer]])
        q.hands[other] = list(q.seen[viewer])
        if viewer == BLUE and q.wind:
            q.wind = 1
        for f in q.stack:
            if isinstance(f, Turn) and min(f.bids) < 0 <= f.bids[other]:
                f.bids[other] = 0
        if q.seen[other]:                # the viewer knows that it was scouted, not that the other side saw this card
            q.seen[other] = [q.hands[viewer][0]]
        q.asked = {}
        return Guess(q, viewer, size)

    def outcome(self, p: Toy) -> Outcome | None:
        if p.result < 0:
            return None
        return Outcome(None if p.result == 2 else p.result, "result.rout" if p.routed() else "result.points", "4.1",
                       (p.points[RED], p.points[BLUE]))

    def broken_laws(self, p: Toy) -> list[str]:
        broken = []
        if sorted(p.cup + p.hands[RED] + p.hands[BLUE] + p.spent) != list(range(len(CARDS))):
            broken.append("1.3: cards were lost or made")
        if any((p.steps[u] > 0) != (p.area[u] >= 0) or p.steps[u] > 2 for u in range(6)):
            broken.append("3.3: a unit has steps and no place, or a place and no steps")
        placed = [a for a in p.area if a >= 0]
        if len(placed) != len(set(placed)):
            broken.append("2.2b: two units in one area")
        return broken


WORDS: Final = Words({"unit": UNITS, "area": AREAS, "card": CARDS, "draw": CARDS, "chit": list(SIDES), "bid": None,
                      "die": None, "pass": [], "scout": []})
GAME: Final = ToyGame()
