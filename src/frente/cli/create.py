"""frente new: a game that plays and keeps every law from its first minute, to be changed rule by rule."""
from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path
from typing import Any, Final

from frente.cli.faults import Fault
from frente.kernel.catalog import GAMES, add_project

SKELETON: Final = Path(__file__).parents[1] / "skeleton"
OUTSIDE: Final = {"README.md": ".", "pyproject.toml": ".", "conftest.py": "tests", "test_rules.py": "tests"}
SIDES: Final = ("blue", "red")           # of the skeleton
TITLE: Final = "A New Battle"
NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,29}")


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    parser = commands.add_parser(
        "new", help="make a new game",
        description="Make a folder with a small game that can be played at once, with data, texts, theme and tests.",
        epilog="examples: frente new moscow --sides german,soviet   frente check moscow   frente play moscow")
    parser.add_argument("name", metavar="NAME", help="small letters, digits and _, such as moscow")
    parser.add_argument("--sides", metavar="A,B", default="blue,red", help="names of the two sides (blue,red)")
    parser.add_argument("--title", metavar="TEXT", help="what the game is called; its name, if nothing is said")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=Path(), help="where the folder is made (.)")
    parser.set_defaults(run=new)


def new(arguments: argparse.Namespace) -> int:
    name, sides = named(arguments.name), sides_of(arguments.sides)
    project = arguments.output / name
    if project.exists():
        raise Fault(f"There is a {project} already; choose another name, or another folder with -o.")
    make(project, name, sides, arguments.title or name.replace("_", " ").title())
    add_project(project)
    here = "" if arguments.output.resolve() == Path.cwd() else f"cd {arguments.output}\n"
    print(f"{project} holds a game that can be played. Next:\n{here}frente check {name}\nfrente play {name}")
    return 0


def named(name: str) -> str:
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise Fault(f"“{name}” cannot be the name of a game; use small letters, digits and _, such as moscow.")
    if name in GAMES:
        raise Fault(f"There is a game {name} already; choose another name.")
    if name in sys.stdlib_module_names or name in ("frente", "tests"):
        raise Fault(f"“{name}” is the name of a Python module, which would be hidden; choose another.")
    return name


def sides_of(text: str) -> tuple[str, str]:
    found = text.split(",")
    if len(found) != 2 or found[0] == found[1] or not all(NAME.fullmatch(x) for x in found):
        raise Fault(f"“{text}” does not name two sides; write --sides german,soviet.")
    return found[0], found[1]


def make(project: Path, name: str, sides: tuple[str, str], title: str) -> None:
    """Write the skeleton under another name."""
    camel = "".join(x.title() for x in name.split("_"))
    sided = dict(zip(SIDES, sides))
    sided |= {old.title(): side.replace("_", " ").title() for old, side in sided.items()}
    for path in sorted(SKELETON.rglob("*")):
        if path.suffix not in (".py", ".toml", ".md") or path.name == "_woven.py":
            continue
        inside = path.relative_to(SKELETON)
        outside = inside.parts[0] == "project"
        target = project / OUTSIDE[path.name] / path.name if outside else project / name / inside
        text = path.read_text(encoding="utf-8")
        text = re.sub(rf"\b({'|'.join(sided)})\b", lambda found: sided[found[0]], text)
        for old, word in (("frente.skeleton", name), (TITLE, title), ("Skeleton", camel), ("skeleton", name)):
            text = text.replace(old, word)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
