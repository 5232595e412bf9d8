"""The chance to win, learned from games of mixed strength: what ``general`` judges its rollouts by.

Rows are taken at quiet moments; every fourth game is held out, never single positions of a game. The fit is a ridge
logistic regression whose strength is chosen on the games that are not held out.
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from frente.ai import doctrines
from frente.kernel.catalog import Game, find
from frente.kernel.flow import CHANCE, Act
from frente.kernel.views import SeatView
from frente.lab import LabError
from frente.lab.crew import carry_out
from frente.lab.players import PROBES, player

HELD_OUT: Final = 4                      # every so many games is kept for the judgement
SHAKY: Final = 0.04                      # chance of an act at random, for some players: equals teach little
RIDGES: Final = (3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
STEPS: Final = 30
CLASSES: Final = 5                       # of calibration
CERTAIN: Final = 1e-4
HEAD: Final = """# The chance of the second side to win, learned from games. Every weight counts twice: as it is,
# and by how far the game has gone. Each scenario names the command that made it; losses are of games held out.
"""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Task:
    game: str
    scenario: str
    number: int
    seed: int


@dataclass
class Seen:
    """One game: its rows at quiet moments, and what the second side made of it."""

    number: int
    result: float
    turns: list[int] = field(default_factory=list)
    gone: list[float] = field(default_factory=list)
    rows: list[list[float]] = field(default_factory=list)
    error: str = ""


def seats(game: Game[Any], r: Random) -> tuple[list[Any], list[float]]:
    """Who plays, and how often each goes astray: captains mostly, greedy and probes, some of them with a shaky hand."""
    known = ["captain", "captain", "captain", "greedy", *(name for name in PROBES if name in doctrines(game))]
    minds = [player(r.choice(known), game) for _ in game.sides]
    return minds, [r.choice((0.0, 0.0, SHAKY, 3 * SHAKY)) for _ in game.sides]


def watched(task: Task) -> Seen:
    """One game with its rows; none if it broke off."""
    try:
        return _watched(task)
    except Exception as e:               # one broken game must not hide the others: it is counted and named
        return Seen(task.number, 0.5, error=f"{type(e).__name__}: {e}")


def _watched(task: Task) -> Seen:
    game = find(task.game)
    doctrine: Any = doctrines(game)["general"]
    key = f"learn {task.seed} {task.number}"
    r = Random(key)
    minds, shaky = seats(game, r)
    dice = Random(f"{key} dice")
    p = game.start(game.scenario(task.scenario).id, game.settled({}))
    seen = Seen(task.number, 0.5)
    last: list[Any] = [None, None]
    while asked := p.choices():
        if CHANCE in asked:
            p.apply(CHANCE, dice.choice(asked[CHANCE]))
            continue
        side = min(asked)
        if doctrine.quiet(p, side):
            season = doctrine.season(p, side)
            if season is None or season != last[side]:
                last[side] = season
                _, gone, row = doctrine.traits(p, side)
                seen.rows.append(row)
                seen.gone.append(gone)
                seen.turns.append(int(getattr(p, "turn", 0)))
        act: Act = r.choice(asked[side]) if r.random() < shaky[side] else \
            minds[side].choose(SeatView(game, p, side), r)
        p.apply(side, act)
    outcome = game.outcome(p)
    if outcome is not None and outcome.winner is not None:
        seen.result = float(outcome.winner == 1)
    return seen


def names(game: Game[Any]) -> list[str]:
    """Of the features, in their order."""
    doctrine: Any = doctrines(game)["general"]
    found: list[str] = doctrine.names
    return found


def games(slug: str, scenario: str, n: int, seed: int, jobs: int = 1, ray: str | None = None,
          kept: Path | None = None) -> Iterator[Seen]:
    """The games of a seed. *kept*: a file in which they are written as they end, and from which they are taken."""
    if "general" not in doctrines(find(slug)):
        raise LabError(f"Nobody searches in {find(slug).title} yet, so there is nothing to learn for.")
    before = _read(kept, f"{slug} {scenario} {seed}") if kept is not None else {}
    yield from (before[k] for k in sorted(before) if k < n)
    missing = [Task(slug, scenario, k, seed) for k in range(n) if k not in before]
    for seen in carry_out(watched, missing, jobs, ray):
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(seen)) + "\n")
        yield seen


def _read(path: Path, about: str) -> dict[int, Seen]:
    """Games that were kept before; a line that was cut short is played again."""
    if not path.exists():
        path.write_text(json.dumps(about) + "\n", encoding="utf-8")
        return {}
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    if first != json.dumps(about):
        raise LabError(f"{path} holds other games ({first}); name another file with --kept.")
    whole = [line for line in lines if line.endswith("}")]
    if len(whole) < len(lines):
        path.write_text("\n".join([first, *whole]) + "\n", encoding="utf-8")
    return {seen.number: seen for seen in (Seen(**json.loads(line)) for line in whole)}


@dataclass(frozen=True)
class Learned:
    """Weights by name, and how good they are on games that were not used for them."""

    weights: Mapping[str, tuple[float, float]]
    ridge: float
    games: int
    rows: int
    constant_loss: float                 # log loss of a constant, on the games held out
    loss: float
    right: Mapping[int, tuple[int, float]]               # by turn: rows held out, share on the right side of even odds
    calibration: Sequence[tuple[float, float, int]]      # chance foretold, share that came, rows


def learned(names: Sequence[str], found: Sequence[Seen]) -> Learned:
    x = np.array([design(row, gone) for seen in found for row, gone in zip(seen.rows, seen.gone)])
    y = np.array([seen.result for seen in found for _ in seen.rows])
    number = np.array([seen.number for seen in found for _ in seen.rows])
    turn = np.array([t for seen in found for t in seen.turns])
    if len(np.unique(y)) < 2:
        raise LabError("All these games ended alike, so nothing can be learned from them; play more of them.")
    test = number % HELD_OUT == 0
    check = number % HELD_OUT == 1       # for the choice of the ridge
    part = ~test & ~check
    tried = {ridge: loss(x[check], y[check], fitted(x[part], y[part], ridge)) for ridge in RIDGES}
    best = min(tried, key=lambda ridge: tried[ridge])
    w = fitted(x[~test], y[~test], best)
    p = chances(x[test], w)
    ones = np.ones((len(x), 1))
    constant = loss(ones[test], y[test], fitted(ones[~test], y[~test], 0.0))
    decided = y[test] != 0.5
    good = (p > 0.5) == (y[test] > 0.5)
    right = {int(t): (int((here := (turn[test] == t) & decided).sum()), round(float(good[here].mean()), 3))
             for t in np.unique(turn[test]) if ((turn[test] == t) & decided).any()}
    bins = np.minimum((p * CLASSES).astype(int), CLASSES - 1)
    calibration = [(round(float(p[bins == k].mean()), 3), round(float(y[test][bins == k].mean()), 3),
                    int((bins == k).sum())) for k in range(CLASSES) if (bins == k).any()]
    whole = fitted(x, y, best)
    n = len(names)
    weights = {"constant": (float(whole[0]), float(whole[1]))}
    weights |= {name: (float(whole[2 + i]), float(whole[2 + n + i])) for i, name in enumerate(names)}
    return Learned(weights, best, len(found), len(x), round(constant, 4), round(loss(x[test], y[test], w), 4), right,
                   calibration)


def design(row: Sequence[float], gone: float) -> list[float]:
    """As ``kit.chance`` reads it: a constant, then all features, each also by how far the game has gone."""
    return [1.0, gone, *row, *(v * gone for v in row)]


def chances(x: Floats, w: Floats) -> Floats:
    p: Floats = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
    return p


def fitted(x: Floats, y: Floats, ridge: float) -> Floats:
    """Ridge logistic regression by Newton's method; the constant goes free."""
    w: Floats = np.zeros(x.shape[1])
    r = np.full(x.shape[1], ridge + 1e-6)
    r[0] = 1e-6
    for _ in range(STEPS):
        p = chances(x, w)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(r), x.T @ (p - y) + r * w)
        w = np.asarray(w - step, dtype=np.float64)
        if np.abs(step).max() < 1e-6:
            break
    return w


def loss(x: Floats, y: Floats, w: Floats) -> float:
    p = np.clip(chances(x, w), CERTAIN, 1 - CERTAIN)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def written(scenario: str, found: Learned, command: str, day: str) -> str:
    """The table of a scenario, as the data file of the game holds it."""
    lines = [f"[{quoted(scenario)}]", f"command = {quoted(command)}", f"day = {quoted(day)}",
             f"games = {found.games}", f"rows = {found.rows}", f"ridge = {found.ridge:g}",
             f"constant_loss = {found.constant_loss}", f"loss = {found.loss}", "", f"[{quoted(scenario)}.weights]"]
    lines += [f"{quoted(name)} = [{a:.4g}, {b:.4g}]" for name, (a, b) in found.weights.items()]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
