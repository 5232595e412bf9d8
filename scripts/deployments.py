"""Write the set-ups that the page calls historical: the places the captain takes where a scenario leaves them free.

    python scripts/deployments.py GAME [--ways N]

The rulebooks fix most places; those are set up by the rules and stand in no deployment. What is written here is marked
as an estimate, may be corrected by hand, and is read by ``frente.kernel.deployment``. A game of secrets wants several.
"""
from __future__ import annotations

import argparse
import json
from random import Random
from typing import Any

from frente.ai import opponent
from frente.kernel.catalog import Game, find
from frente.kernel.deployment import asked, subject
from frente.kernel.referee import Match
from frente.kernel.views import SeatView

HEAD = """# Set-up where the scenarios leave it free: question -> acts in order of preference, or act by unit.
# Written by scripts/deployments.py from the captain's own set-up.
"""


def stood(game: Game[Any], scenario: str, seed: str) -> dict[str, dict[str, Any]]:
    """What the captain answers about the set-up of a scenario: side -> question -> acts, or act by unit."""
    match = Match.new(game.slug, scenario, seed=seed)
    captains = [opponent("captain", game) for _ in game.sides]
    found: dict[str, dict[str, Any]] = {}
    while (side := asked(game, match.position)) is not None:
        view = SeatView(game, match.position, side)
        act = captains[side].choose(view, Random(f"{seed} {side} {len(match.log)}"))
        seen = view.picture()
        about = subject(game, seen)
        answers = found.setdefault(game.sides[side], {})
        if about and seen.question != "PickPiece":       # which handle hides what is no place
            answers.setdefault(seen.question, {})[about] = match.word(act)
        else:
            answers.setdefault(seen.question, []).append(match.word(act))
        match.play(side, act)
    return found


def written(game: Game[Any], ways: int) -> str:
    known: dict[str, list[str]] = {}     # scenarios of equal deployments
    for k in range(ways):
        for s in game.scenarios:
            for side, answers in stood(game, s.id, f"deployment {k}").items():
                known.setdefault(json.dumps([side, answers]), []).append(s.id)
    parts = [HEAD]
    for text, scenarios in known.items():
        side, answers = json.loads(text)
        parts.append(f'\n[[deployment]]\nscenarios = {json.dumps(list(dict.fromkeys(scenarios)))}\n'
                     f'side = "{side}"\nsource = "estimate"\n')
        for question, given in answers.items():
            if isinstance(given, list):
                parts.append(f"answers.{question} = {json.dumps(given)}\n")
            else:
                parts += [f'answers.{question}.{unit} = "{word}"\n' for unit, word in given.items()]
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--ways", type=int, default=1)
    given = parser.parse_args()
    game = find(given.game)
    path = game.folder / "data" / "setup.toml"
    path.write_text(written(game, given.ways), encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
