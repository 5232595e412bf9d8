"""The battle card in words: what stands against what, and what the die can bring."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

if TYPE_CHECKING:
    from frente.cli.play.screen import Screen


def show_card(screen: Screen, card: dict[str, Any]) -> None:
    if not card:
        screen.say("No attack is being prepared now.")
        return
    words = screen.words
    if "targets" in card:
        table = Table("hex", "column if all attack", box=None, pad_edge=False)
        for space, column in card["targets"].items():
            table.add_row(words.space(space), column)
        screen.out.print(table)
        return
    screen.say(f"Attack on {words.space(card['target'])}: {card['attack']} against {card['defence']}.")
    for role in ("attackers", "defenders"):
        screen.say(f"  {words.name('fact', role)}: {', '.join(words.unit(u) for u in card[role]) or 'none yet'}")
    if "row" not in card:
        screen.say("  Too weak so far to be declared.")
        return
    screen.say(f"  column {card['base']} before shifts")
    for shift in card["shifts"]:
        screen.say(f"  {shift['columns']:+d} {words.texts.say(shift['key'])} [{shift['rule']}]")
    low, high = card.get("range", ("", ""))
    screen.say(f"  column {card['column']}" + (f"; with supports still to come from {low} to {high}" if low else ""))
    show_row(screen, card["row"])


def show_row(screen: Screen, row: dict[str, Any]) -> None:
    words = screen.words
    table = Table("die", "attacker loses", "defender loses", "", box=None, pad_edge=False)
    for r in row["results"]:
        table.add_row(str(r["die"]), words.thing("attacker", r["attacker"]) + words.thing("mark", r["mark"]),
                      words.thing("defender", r["defender"]), words.thing("retreat", r["retreat"]))
    screen.out.print(table)
    screen.say(f"  expected losses in steps: attacker {row['attacker-loss']:.2f}, defender {row['defender-loss']:.2f}")
    held = row["cleared-if-stubborn"]
    stubborn = f", {100 * held:.0f} % against a stubborn defence" if held != row["cleared"] else ""
    screen.say(f"  the hex falls with {100 * row['cleared']:.0f} %{stubborn}")
