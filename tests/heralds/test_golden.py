"""Characterisation: whole games and counts of positions that change only when a rule or a datum changes.

After an intended change run the tests once with FRENTE_REGENERATE=1 and read the difference.
"""
from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from random import Random

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch11_will import RULES
from frente.games.heralds.state.position import Heralds
from frente.kernel.flow import Act, Position
from tests.heralds.test_knowledge import WEIGHTS

GOLDEN = Path(__file__).parent / "golden"
REGENERATE = bool(os.environ.get("FRENTE_REGENERATE"))

# Two temperaments under which all grades of victory occur: a council that talks itself out of heart, a patient party.
RECKLESS = {"propaganda": 30.0, "roll": 60.0, "decline": 1.0, "seat": 0.0001, "pass": 4.0, "maneuver": 0.2,
            "offensive": 0.01, "bridge": 0.01, "destroy": 0.01, "subvert": 0.02, "shift": 0.02, "summon": 0.02}
PATIENT = {"decline": 3.0, "pass": 4.0, "maneuver": 0.5, "propaganda": 6.0, "seat": 9.0, "use": 5.0, "task": 5.0,
           "give-up": 0.1, "subvert": 0.02, "summon": 0.02, "shift": 0.02, "destroy": 0.01, "done": 3.0}
QUIET = (RECKLESS, PATIENT)
LIVELY = (WEIGHTS, WEIGHTS)

ENDINGS = ((QUIET, 376, "overwhelming", 0), (LIVELY, 1, "overwhelming", 1), (QUIET, 1, "automatic", 0),
           (LIVELY, 3, "automatic", 1), (QUIET, 19, "marginal", 0), (QUIET, 597, "marginal", 1),
           (QUIET, 121, "tie", None))


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if REGENERATE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def choose(p: Position, rng: Random, minds: tuple[dict[str, float], dict[str, float]]) -> tuple[int, Act]:
    side = rng.choice(sorted(p.choices()))
    acts = p.choices()[side]
    return side, rng.choices(acts, [minds[max(0, side)].get(a.verb, 1.0) for a in acts])[0]


def playthrough(seed: int, minds: tuple[dict[str, float], dict[str, float]]) -> tuple[list[str], Heralds]:
    """One line a decision: the step, how many acts were offered, what was chosen."""
    rng = Random(seed)
    p = GAME.start("madrid", GAME.settled({}))
    words = GAME.words(p)
    lines: list[str] = []
    while p.choices():
        side, act = choose(p, rng, minds)
        offers = " ".join(f"{s}:{len(p.choices()[s])}" for s in sorted(p.choices()))
        lines.append(f"{p.step().rule} {type(p.step()).__name__} {offers} -> {side} {words.word(act)}")
        p.apply(side, act)
    return lines, p


@pytest.mark.parametrize("minds, seed, reason, winner", ENDINGS, ids=[f"{x[2]}-{x[3]}" for x in ENDINGS])
def test_a_recorded_game_for_every_grade_of_victory_and_the_tie(
        minds: tuple[dict[str, float], dict[str, float]], seed: int, reason: str, winner: int | None) -> None:
    lines, p = playthrough(seed, minds)
    outcome = GAME.outcome(p)
    assert outcome is not None
    end = hashlib.sha256(json.dumps([lines, GAME.dump(p)], sort_keys=True).encode()).hexdigest()[:16]
    assert (outcome.key, outcome.rule, outcome.winner) == (f"outcome.{reason}", RULES[reason], winner)
    compare(f"{reason}-{winner}.txt", f"{outcome.key} {list(outcome.score)} {len(lines)} acts {end}\n")


def test_every_grade_is_recorded() -> None:
    assert {x[2] for x in ENDINGS} | {"both-broken"} == set(RULES)       # both at once: test_ch11_ch12_admin


def test_a_recorded_playthrough_comes_out_the_same() -> None:
    compare("madrid-107.txt", "\n".join(playthrough(107, LIVELY)[0]) + "\n")


def perft(p: Position, depth: int) -> int:
    """Positions after *depth* decisions, as chess programs count them."""
    if depth == 0 or not p.choices():
        return 1
    total = 0
    for side, acts in p.choices().items():
        for act in acts:
            q = p.clone()
            q.apply(side, act)
            total += perft(q, depth - 1)
    return total


def reached(seed: int, step: str, nth: int) -> Position:
    """The position at which lively play asks *step* for the nth time."""
    rng = Random(seed)
    p = GAME.start("madrid", GAME.settled({}))
    while p.choices():
        if type(p.step()).__name__ == step:
            nth -= 1
            if not nth:
                return p
        side, act = choose(p, rng, LIVELY)
        p.apply(side, act)
    raise LookupError(f"{step} is not asked in game {seed}")


PLACES = ((1, "PickPiece", 1, 2), (22, "GiveNegotiation", 1, 2), (22, "Channel", 3, 3), (107, "Designate", 2, 2),
          (62, "Acting", 9, 3), (107, "ChooseReaction", 1, 3), (22, "Refit", 1, 2))


def test_positions_within_a_few_decisions_are_counted() -> None:
    lines = [f"{seed} {step} {nth} depth {depth}: {perft(reached(seed, step, nth), depth)}"
             for seed, step, nth, depth in PLACES]
    compare("perft.txt", "\n".join(lines) + "\n")
