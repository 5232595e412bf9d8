"""A run as one HTML page: no script, nothing to fetch, pictures and tables side by side, in English and Spanish."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from frente.kernel.catalog import Game, find, spelled
from frente.kernel.texts import Texts, entitled
from frente.lab import figures
from frente.lab.estimates import groups_of
from frente.lab.experiment import Arm
from frente.lab.plots import GREY, Land, Mark, bars, ink, intervals, lines
from frente.lab.runfile import Run
from frente.lab.stats import spread
from frente.story import wilson

LANGUAGES: Final = ("en", "es")
MAPS: Final = 6                          # turns shown on the map, the first and the last among them
STYLE: Final = """
:root{color-scheme:light}
body{font:17px/1.55 "Source Serif 4",Charter,Georgia,serif;color:#1d1a15;background:#fbf8f1;max-width:50rem;
margin:2.5rem auto;padding:0 1.2rem}
h1{font-size:2.1rem;line-height:1.15;margin:0 0 .3rem}
h2{font-size:1.55rem;margin:3rem 0 .4rem;border-top:2px solid #1d1a15;padding-top:.8rem}
h3{font-size:1.15rem;margin:2.2rem 0 .3rem}h4{font-size:1rem;margin:.6rem 0 .1rem}
p{margin:.4rem 0 .8rem}.lead{font-size:1.15rem;color:#4a443a}
svg{max-width:100%;height:auto;font-family:"Source Sans 3",system-ui,sans-serif}
table{border-collapse:collapse;font:14px/1.4 system-ui,sans-serif;margin:.5rem 0 1rem;min-width:22rem}
caption{text-align:left;color:#4a443a;padding-bottom:.3rem}
th,td{padding:.22rem .8rem .22rem 0;text-align:right;border-bottom:1px solid #d9d2c4;font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #8c8577}
.row{display:flex;flex-wrap:wrap;gap:1rem 1.6rem}figure{margin:0}figcaption{font-size:.9rem;color:#4a443a}
.key{display:inline-block;width:.85em;height:.85em;margin:0 .35em 0 .9em;vertical-align:-.06em}
.wide{overflow-x:auto}
footer{margin-top:3rem;border-top:1px solid #8c8577;font-size:.9rem;color:#4a443a}
@media print{body{max-width:none;background:#fff}h2{break-before:page}figure,table{break-inside:avoid}}
"""


def texts(language: str) -> Texts:
    return Texts.load(Path(__file__).parent / "text" / f"{language}.toml")


def page(run: Run, land: Callable[[Arm], Land], language: str = "en") -> str:
    """The page. *land* gives the map of an arm's game."""
    say = texts(language).say
    e = run.experiment
    played = run.db.execute("select count(*) from game").fetchone()[0]
    told = {"games": played, "whole": e.games * len(e.arms), "arms": len(e.arms), "seed": e.seed}
    body = [f"<h1>{escape(e.name)}</h1>", f'<p class="lead">{escape(say("lead", told))}</p>',
            f'<p>{escape(say("reading"))}</p>']
    for arms in e.fields():
        body += Chapter(run, arms, land(arms[0]), language).html()
    body.append(f"<footer><p>{escape(say('footer'))}</p></footer>")
    return sheet(e.name, body, language)


def sheet(title: str, body: Iterable[str], language: str) -> str:
    return (f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
            f"<style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n")


class Chapter:
    """The arms of one game and scenario."""

    def __init__(self, run: Run, arms: list[Arm], land: Land, language: str) -> None:
        self.run = run
        self.arms = arms
        self.base = arms[0]
        self.land = land
        self.game: Game[Any] = find(self.base.game)
        self.language = language
        self.say = texts(language).say
        self.words = self.game.texts(language if self.game.speaks(language) else "en")
        self.games = {arm.name: figures.games(run, arm) for arm in arms}

    def html(self) -> list[str]:
        scenario = self.game.scenario(self.base.scenario)
        told = {"rules": self.base.rules, "data": self.base.data, "bots": self.bots(self.base)}
        return [f"<h2>{escape(self.game.title)}: {escape(entitled(self.words, scenario.id, scenario.title))}</h2>",
                f"<p>{escape(self.say('chapter', told))}{self.keys()}</p>",
                *self.wins(), *self.shapes(), *self.course(), *self.ground(), *self.compared(), *self.sensitive(),
                *self.failures()]

    # -- names

    def side(self, side: str) -> str:
        return self.words.say(f"side.{side}")

    def bots(self, arm: Arm) -> str:
        return ", ".join(f"{self.side(side)} {bot}" for side, bot in zip(self.game.sides, arm.bots))

    def keys(self) -> str:
        sides = self.game.sides
        return "".join(f'<span class="key" style="background:{ink(self.game, side)}"></span>{escape(self.side(side))}'
                       for side in sides)

    def name(self, arm: Arm) -> str:
        """Groups of estimates that a game names have titles in both languages."""
        known = groups_of(self.game).get(arm.group)
        return f"{known.titles[self.language]} {arm.name.rpartition(' ')[2]}" if known else arm.name

    def differs(self, arm: Arm) -> str:
        """What an arm changes against the one it is compared with."""
        base = next((x for x in self.arms if x.name == arm.against), None)
        if base is None:
            return ""
        found = [f"{self.words.say(f'option.{key}')}: {spelled(value)}" for key, value in arm.options
                 if dict(base.options).get(key) != value]
        found += [self.bots(arm)] if arm.bots != base.bots else []
        found += [self.say("own-data", {"data": arm.data})] if arm.data != base.data else []
        return "; ".join(found)

    # -- parts

    def wins(self) -> list[str]:
        marks, rows = [], []
        for arm in self.main():
            done = [g.result for g in self.games[arm.name] if g.result is not None]
            row = [arm.name, str(len(done))]
            for side in self.game.sides:
                won = sum(1 for r in done if r["winner"] == side)
                low, high = wilson(won, len(done))
                share = won / len(done) if done else 0.0
                marks.append(Mark(arm.name, share, low, high, ink(self.game, side)))
                row += [f"{won}", f"{100 * share:.0f} % ({100 * low:.0f}–{100 * high:.0f})"]
            rows.append([*row, str(sum(1 for r in done if r["winner"] is None))])
        heads = [self.say("arm"), self.say("games")]
        for side in self.game.sides:
            heads += [self.say("won-by", {"side": self.side(side)}), self.say("share-interval")]
        return [self.head("wins"), figure(intervals(self.say("wins"), marks, 0.0, 1.0)),
                table(self.say("wins-table"), [*heads, self.say("draws")], rows)]

    def main(self) -> list[Arm]:
        return [arm for arm in self.arms if not arm.group]

    def shapes(self) -> list[str]:
        found: list[str] = []
        for arm in self.main():
            done = [g for g in self.games[arm.name] if g.result is not None]
            if not done:
                continue
            scores = Counter(g.result["score"][0] for g in done if g.result is not None and g.result["score"])
            parts = [(self.say("score"), bars(self.say("score-of", {"arm": arm.name}), scores))] if scores else []
            lengths = Counter(g.turns for g in done)
            parts.append((self.say("turns"), bars(self.say("turns-of", {"arm": arm.name}), lengths)))
            found.append(f'<h4>{escape(arm.name)}</h4><div class="row">'
                         + "".join(figure(picture, caption) for caption, picture in parts) + "</div>")
            ends = Counter(g.result["key"] for g in done if g.result is not None)
            rows = [[self.words.say(key), str(n), f"{100 * n / len(done):.0f} %"] for key, n in ends.most_common()]
            heads = [self.say(key) for key in ("ending", "games", "share")]
            found.append(table(self.say("endings", {"arm": arm.name}), heads, rows))
            acts = spread([g.acts for g in done])
            found.append(f"<p>{escape(self.say('acts', {**acts, 'mean': round(acts['mean'])}))}</p>")
        return [self.head("shapes"), *found] if found else []

    def course(self) -> list[str]:
        found: list[str] = []
        for arm in self.main():
            parts = []
            for column in ("steps", "destroyed"):
                means = figures.by_turn(self.run, arm, column)
                if any(any(curve.values()) for curve in means.values()):
                    curves = self.coloured(means)
                    parts.append(figure(lines(self.say(f"{column}-of", {"arm": arm.name}), curves), self.say(column)))
            held = self.spaces_held(arm)
            if held:
                curves = self.coloured(held)
                parts.append(figure(lines(self.say("spaces-of", {"arm": arm.name}), curves), self.say("spaces")))
            if parts:
                found.append(f'<h4>{escape(arm.name)}</h4><div class="row">{"".join(parts)}</div>')
        return [self.head("course"), *found] if found else []

    def coloured(self, curves: dict[str, dict[int, float]]) -> dict[str, tuple[str, dict[int, float]]]:
        return {self.side(side): (ink(self.game, side), curve) for side, curve in curves.items()}

    def spaces_held(self, arm: Arm) -> dict[str, dict[int, float]]:
        found: dict[str, dict[int, float]] = {}
        for turn, spaces in figures.ground(self.run, arm).items():
            for side in self.game.sides:
                found.setdefault(side, {})[turn] = sum(share.get(side, 0.0) for share in spaces.values())
        return found

    def ground(self) -> list[str]:
        turns = figures.ground(self.run, self.base)
        if not turns:
            return []
        maps = []
        for turn in chosen(sorted(turns), MAPS):
            title = self.say("map-of", {"turn": turn, "arm": self.base.name})
            caption = self.say("turn", {"turn": turn}) if turn else self.say("start")
            maps.append(figure(self.land.map(title, turns[turn], self.game), caption))
        return [self.head("ground"), self.land.ground(), f'<div class="row">{"".join(maps)}</div>']

    def compared(self) -> list[str]:
        arms = [arm for arm in self.main() if arm.against]
        if not arms:
            return []
        side = self.game.sides[-1]
        found = [(arm, figures.pairs(self.run, self.named(arm.against), arm, side)) for arm in arms]
        marks = [Mark(arm.name, x.difference, x.low, x.high, ink(self.game, side)) for arm, x in found]
        edge = reach(marks)
        rows = [[arm.name, arm.against, self.differs(arm), str(x.games), str(x.gained), str(x.lost), difference(x)]
                for arm, x in found]
        heads = [self.say(key) for key in ("arm", "against", "differs", "pairs", "gained", "lost", "difference")]
        told = {"side": self.side(side)}
        return [self.head("compared", told), figure(intervals(self.say("compared-of", told), marks, -edge, edge)),
                table(self.say("compared-table", told), heads, rows)]

    def sensitive(self) -> list[str]:
        arms = [arm for arm in self.arms if arm.group]
        if not arms:
            return []
        side = self.game.sides[-1]
        found = [(arm, figures.pairs(self.run, self.named(arm.against), arm, side)) for arm in arms]
        most: dict[str, float] = {}
        for arm, x in found:
            most[arm.group] = max(most.get(arm.group, 0.0), abs(x.difference))
        found.sort(key=lambda f: (-most[f[0].group], f[0].group, -f[0].step))
        marks = [Mark(self.name(arm).rpartition(" ")[0], x.difference, x.low, x.high, ink(self.game, side)
                      if arm.step > 0 else GREY, "up" if arm.step > 0 else "down") for arm, x in found]
        edge = reach(marks)
        rows = [[self.name(arm), str(arm.moved), str(x.games), str(x.gained), str(x.lost), difference(x)]
                for arm, x in found]
        heads = [self.say(key) for key in ("estimates", "moved", "pairs", "gained", "lost", "difference")]
        told = {"side": self.side(side)}
        return [self.head("sensitive", told), figure(intervals(self.say("sensitive-of", told), marks, -edge, edge)),
                table(self.say("sensitive-table", told), heads, rows)]

    def failures(self) -> list[str]:
        rows = [[arm.name, str(g.number), g.error] for arm in self.arms for g in self.games[arm.name] if g.error]
        heads = [self.say(key) for key in ("arm", "number", "error")]
        return [self.head("failures"), table(self.say("failures-table"), heads, rows)] if rows else []

    def named(self, name: str) -> Arm:
        return next(arm for arm in self.arms if arm.name == name)

    def head(self, key: str, facts: dict[str, Any] | None = None) -> str:
        return f"<h3>{escape(self.say(key))}</h3><p>{escape(self.say(f'{key}-note', facts))}</p>"


def difference(x: figures.Pairs) -> str:
    return f"{100 * x.difference:+.1f} % ({100 * x.low:+.1f} … {100 * x.high:+.1f})"


def reach(marks: Iterable[Mark]) -> float:
    """Half the width of an axis around nothing."""
    return max(0.1, *[max(abs(mark.low), abs(mark.high)) for mark in marks])


def chosen(turns: Sequence[int], most: int) -> list[int]:
    """At most so many of them, evenly, with the first and the last."""
    if len(turns) <= most:
        return list(turns)
    return [turns[round(k * (len(turns) - 1) / (most - 1))] for k in range(most)]


def figure(picture: str, caption: str = "") -> str:
    told = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{picture}{told}</figure>" if picture else ""


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    inner = "".join(f'<tr><th scope="row">{escape(row[0])}</th>'
                    + "".join(f"<td>{escape(x)}</td>" for x in row[1:]) + "</tr>" for row in rows)
    return (f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
            f"<caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{inner}</tbody></table></div>")
