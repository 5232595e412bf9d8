"""frente rules: a rule with the rulings that touch it, and which rules are proven by tests."""
from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.text import Text

from frente.cli.arguments import add_game, add_json
from frente.cli.output import console, emit
from frente.coverage import proven
from frente.kernel.catalog import Game, UnknownName, find
from frente.rulebook import Rule, Rulebook


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "rules", help="a rule, or which rules are proven by tests",
        description="A rule or ruling; all whose number begins so; or how many rules are proven by tests.",
        epilog="examples: frente rules brunete 10.3.1a   frente rules brunete R52   frente rules brunete 10.3   "
               "frente rules brunete --coverage")
    add_game(parser)
    parser.add_argument("id", metavar="ID", nargs="?", help="number of a rule (10.3.1a) or ruling (R52), or its start")
    parser.add_argument("--coverage", action="store_true", help="which rules are proven by a marked test")
    parser.add_argument("--lang", choices=("en", "es"), default="en", help="language of the rules (en)")
    add_json(parser)
    parser.set_defaults(run=rules)


def rules(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    book = Rulebook.of(game, arguments.lang)
    if arguments.coverage:
        return coverage(game, book, arguments.json)
    found = chosen(game, book, arguments.id)
    if arguments.json:
        data = [as_data(book, r) for r in found]
        emit(data[0] if len(data) == 1 and arguments.id else data)
    elif len(found) == 1:
        show(book, found[0])
    else:
        for r in found:
            print(f"{r.id:<12} {r.title}")
    return 0


def chosen(game: Game[Any], book: Rulebook, wanted: str | None) -> list[Rule]:
    """The rule of that number, else all whose number begins so."""
    if wanted is None:
        return list(book.rules.values())
    exact = book.find(wanted)
    if exact is not None:
        return [exact]
    found = [r for r in [*book.rules.values(), *book.rulings.values()] if r.id.lower().startswith(wanted.lower())]
    if not found:
        raise UnknownName(f"{game.title} has no rule “{wanted}”; “frente rules {game.slug}” lists them all.")
    return found


def as_data(book: Rulebook, r: Rule) -> dict[str, Any]:
    return {"id": r.id, "title": r.title, "says": r.says, "area": r.area, "optional": r.optional,
            "rulings": [x.id for x in book.rulings_on(r)]}


def show(book: Rulebook, r: Rule) -> None:
    out = console()
    out.print(headline(r))
    out.print(r.says)
    for x in book.rulings_on(r):
        out.print()
        out.print(headline(x))
        out.print(x.says)


def headline(r: Rule) -> Text:
    more = [x for x in (r.area, "optional" if r.optional else "") if x]
    return Text.assemble((f"{r.id}  {r.title}", "bold"), f"  ({', '.join(more)})" if more else "")


def coverage(game: Game[Any], book: Rulebook, as_json: bool) -> int:
    marks = proven(game.slug)
    missing = [r for r in book.rules if r not in marks]
    strange = sorted(x for x in marks if book.find(x) is None)
    if strange:
        print(f"frente: tests name rules that do not exist: {', '.join(strange)}.", file=sys.stderr)
    data = {"total": len(book.rules), "proven": len(book.rules) - len(missing), "missing": missing}
    if as_json:
        emit(data)
        return 0
    print(f"{data['proven']} of {data['total']} rules of {game.title} are proven by tests.")
    for r in missing:
        print(f"{r:<12} {book.rules[r].title}")
    return 0
