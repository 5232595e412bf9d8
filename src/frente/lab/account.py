"""The story of one game as a page: what ``frente.story`` tells, with pictures."""
from __future__ import annotations

from html import escape
from typing import Any, Final

from frente.ai.aims import spoken
from frente.kernel.catalog import Game
from frente.kernel.flow import Position
from frente.kernel.texts import entitled, kernel_texts
from frente.lab.page import chosen, figure, sheet, table, texts
from frente.lab.plots import FAINT, GREY, Land, ink, line, lines, svg, text

MAPS: Final = 8
WIDE: Final = 720.0
TALL: Final = 200.0


def page(story: dict[str, Any], game: Game[Any], p: Position, land: Land, language: str = "en") -> str:
    return Account(story, game, p, land, language).html()


class Account:
    def __init__(self, story: dict[str, Any], game: Game[Any], p: Position, land: Land, language: str) -> None:
        self.story = story
        self.game = game
        self.land = land
        self.language = language
        self.say = texts(language).say
        self.words = game.texts(language if game.speaks(language) else "en")
        board = game.picture(p)
        self.names = {unit["id"]: unit["name"] for unit in [*board["units"], *board.get("pieces", [])]}

    def html(self) -> str:
        scenario = self.game.scenario(self.story["scenario"])
        title = f"{self.game.title}: {entitled(self.words, scenario.id, scenario.title)}"
        facts = {"acts": self.story["acts"], "rolls": self.story["rolls"], "turns": self.story["last_turn"]}
        body = [f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(self.ending())}</p>',
                f"<p>{escape(self.say('story-lead', facts))}{self.seats()}</p>",
                *self.course(), *self.luck(), *self.chances(), *self.ground(), *self.units(), *self.notes(),
                f"<footer><p>{escape(self.say('story-footer'))}</p></footer>"]
        return sheet(title, body, self.language)

    def side(self, side: str) -> str:
        return self.words.say(f"side.{side}")

    def seats(self) -> str:
        return "".join(f'<span class="key" style="background:{ink(self.game, side)}"></span>'
                       f"{escape(self.side(side))} ({escape(self.story['seats'].get(side, ''))})"
                       for side in self.game.sides)

    def ending(self) -> str:
        result = self.story["result"]
        if result is None:
            return self.say("story-open")
        words = self.words if result["key"] in self.words else kernel_texts(self.language)
        return words.say(result["key"], {"by": self.side(result["by"]) if result.get("by") else ""})

    def head(self, key: str, facts: dict[str, Any] | None = None) -> str:
        return f"<h2>{escape(self.say(key))}</h2><p>{escape(self.say(f'{key}-note', facts))}</p>"

    def course(self) -> list[str]:
        parts = []
        for column in ("steps", "destroyed"):
            curves: dict[str, tuple[str, dict[int, float]]] = {}
            for row in self.story["turns"]:
                curves.setdefault(self.side(row["side"]), (ink(self.game, row["side"]), {}))[1][row["turn"]] = \
                    float(row[column])
            if any(any(curve.values()) for _, curve in curves.values()):
                parts.append(figure(lines(self.say(column), curves), self.say(column)))
        scores = {row["turn"]: float(row["value"]) for row in self.story["tracks"] if row["track"] == "vp"}
        if any(scores.values()):
            parts.append(figure(lines(self.say("story-score"), {self.say("story-score"): (GREY, scores)}),
                                self.say("story-score")))
        return [self.head("story-course"), f'<div class="row">{"".join(parts)}</div>'] if parts else []

    def luck(self) -> list[str]:
        luck = self.story["luck"]
        if not luck["curve"]:
            return []
        lucky = self.game.sides[0] if luck["sum"] >= 0 else self.game.sides[1]
        facts = {"side": self.side(lucky), "sum": f"{abs(luck['sum']):.1f}", "rolls": luck["rolls"],
                 "deviations": f"{abs(luck['deviations']):.1f}", "first": self.side(self.game.sides[0])}
        rows = [[str(x["act"]), str(x["turn"]), x["word"].removeprefix("die:"), f"{x['gain']:+.1f}"]
                for x in luck["largest"]]
        heads = [self.say(key) for key in ("story-act", "story-turn", "story-roll", "story-gain")]
        curve = [(x["act"], x["sum"]) for x in luck["curve"]]
        return [self.head("story-luck", facts), figure(self.curve(self.say("story-luck-of", facts), curve)),
                table(self.say("story-largest", facts), heads, rows)]

    def notes(self) -> list[str]:
        """What players wrote beside their acts, and what generals meant by theirs."""
        rows = [[str(x["at"]), self.side(x["side"]), spoken(x["text"], self.game, self.language)]
                for x in self.story["notes"]]
        heads = [self.say(key) for key in ("story-act", "story-side", "story-note")]
        return [self.head("story-notes"), table(self.say("story-notes"), heads, rows)] if rows else []

    def curve(self, title: str, points: list[tuple[int, float]]) -> str:
        """A sum over the acts, above and below nothing."""
        most = max(1.0, *[abs(value) for _, value in points])
        across, up = (WIDE - 60) / max(1, self.story["acts"]), (TALL / 2 - 14) / most
        middle = TALL / 2
        path = "".join(f"H{50 + act * across:.1f}V{middle - value * up:.1f}" for act, value in points)
        body = [line(50, middle, WIDE - 10, middle, GREY)]
        for value in (most, -most):
            body += [line(50, middle - value * up, WIDE - 10, middle - value * up, FAINT),
                     text(44, middle - value * up + 4, f"{value:+.0f}", "end", GREY, 12)]
        turns: dict[int, int] = {}
        for x in self.story["luck"]["curve"]:
            turns.setdefault(x["turn"], x["act"])
        for turn, act in turns.items():
            body.append(text(50 + act * across, TALL - 2, str(turn), "middle", GREY, 12))
        body.append(f'<path d="M50 {middle:.1f}{path}" fill="none" stroke="{ink(self.game, self.game.sides[0])}" '
                    'stroke-width="2"/>')
        return svg(WIDE, TALL, title, body)

    def chances(self) -> list[str]:
        found = self.story["chances"]
        if not found:
            return []
        side = self.game.sides[0]
        facts = {"side": self.side(side)}
        turned = {x["turn"] for x in self.story["turning_points"]}
        rows = [[str(x["turn"]), str(x["act"]), shown(x), self.say("story-turned") if x["turn"] in turned else ""]
                for x in found]
        heads = [self.say(key) for key in ("story-turn", "story-act", "share-interval", "story-point")]
        curve = {self.side(side): (ink(self.game, side), {x["turn"]: 100 * x["share"] for x in found})}
        return [self.head("story-chances", facts), figure(lines(self.say("story-chances-of", facts), curve, 720, 220)),
                table(self.say("story-chances-table", facts), heads, rows)]

    def ground(self) -> list[str]:
        held: dict[str, dict[str, float]] = {}
        turns = sorted({row["turn"] for row in self.story["turns"]})
        shown, maps = chosen(turns, MAPS), []
        for turn in turns:
            for row in self.story["held"]:
                if row["turn"] == turn:
                    held[row["space"]] = {row["side"]: 1.0}
            if turn in shown:
                title = self.say("story-map-of", {"turn": turn})
                caption = self.say("turn", {"turn": turn}) if turn else self.say("start")
                maps.append(figure(self.land.map(title, held, self.game), caption))
        return [self.head("story-ground"), self.land.ground(), f'<div class="row">{"".join(maps)}</div>']

    def units(self) -> list[str]:
        rows = [[self.names.get(x["id"], x["id"]), self.side(side), str(x["acts"]), str(x["spaces"]),
                 "" if x["destroyed"] is None else str(x["destroyed"])]
                for side, units in self.story["units"].items() for x in units]
        heads = [self.say(key) for key in ("story-unit", "story-side", "story-calls", "story-spaces", "story-fell")]
        return [self.head("story-units"), table(self.say("story-units-table"), heads, rows)] if rows else []


def shown(x: dict[str, float]) -> str:
    return f"{100 * x['share']:.0f} % ({100 * x['low']:.0f}–{100 * x['high']:.0f})"
