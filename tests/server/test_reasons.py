"""What a check says of a pack has its Spanish counterpart, sentence by sentence."""
from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import frente
from frente.kernel.packs import load_tables
from frente.server.edit import reasons
from frente.server.edit.form import form

HOME = Path(frente.__file__).parent
CHECKS = [*sorted(HOME.glob("games/*/data/check/*.py")), *sorted(HOME.glob("games/*/data/check.py")),
          HOME / "kernel/shapes.py", HOME / "kernel/packs.py", HOME / "server/edit/changes.py",
          HOME / "server/edit/zips.py"]
# No sentences of a check: keys of tables, names of places, patterns, what is written into a pack, lists' commas.
NOT_SAID = {"turns compound_combat", "large_hq large_from", "success backfire", "alone limit", "success slower",
            "engaged damage", "above connected", "met_from heavy_from", "damage prisoner", "29 Division",
            "Sta. María", "La Jonquera", "San Sebastián", "# A data pack", "[ \\t]*", "(?:[ \\t", " \\(at", "{}:{}: {}",
            "{}: {}", "{} {}", "{} = ", "{}{} = ", "{ {} }", ", ", ", ...", " (", " ", "{} and {}", "{ "}


def sentences(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {x.body[0].value for x in ast.walk(tree)
            if isinstance(x, ast.Module | ast.ClassDef | ast.FunctionDef) and isinstance(x.body[0], ast.Expr)}
    inner = {v for x in ast.walk(tree) if isinstance(x, ast.JoinedStr) for v in ast.walk(x) if v is not x}
    found = set()
    for x in ast.walk(tree):
        if x in told or x in inner:
            continue
        if isinstance(x, ast.JoinedStr):
            found.add("".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in x.values))
        elif isinstance(x, ast.Constant) and isinstance(x.value, str):
            found.add(x.value)
    return {x for x in found if " " in x and not any(x == y or (len(y) > 4 and x.startswith(y)) for y in NOT_SAID)}


@pytest.mark.parametrize("path", CHECKS, ids=lambda x: str(x.relative_to(HOME)))
def test_every_sentence_of_a_check_has_its_counterpart(path: Path) -> None:
    forms = {form.pattern for form, _ in reasons.forms("es")}
    asked = {x: reasons.said(x.replace("{}", "§"), "es") for x in sentences(path)}
    assert [x for x, es in asked.items() if es == x.replace("{}", "§")] == []
    assert len(forms) > 300


def test_data_in_a_sentence_stay_where_they_belong() -> None:
    assert reasons.said("hex 2111 is given twice", "es") == "el hexágono 2111 se da dos veces"
    assert reasons.said("unit.attack must be a whole number from 0 to 9, not \"x\"", "es") == (
        "unit.attack debe ser un número entero de 0 a 9, no \"x\"")
    assert reasons.said("there must be 3 aviation markers (side republican)", "es") == (
        "debe haber 3 marcadores aviation (bando republican)")
    assert reasons.said("hex 2111 is given twice", "en") == "hex 2111 is given twice"
    longest = 300 - len("hex  is given twice")
    assert reasons.said(f"hex {'1' * longest} is given twice", "es") == f"el hexágono {'1' * longest} se da dos veces"
    assert reasons.said(f"hex 1{'1' * longest} is given twice", "es") == f"hex 1{'1' * longest} is given twice"
    assert reasons.said("something nobody has written down", "es") == "something nobody has written down"


@pytest.mark.parametrize(("slug", "file", "text"), [
    ("brunete", "units", "[[unit]]\nid = \"r-101-1\"\nmove = 0\n"),
    ("storm", "track", "[[turn]]\nn = 2\nsp_nationalist = 3000\n"),
    ("tscw", "units", "[[unit]]\nid = \"r-mng\"\nfront = \"x\"\n"),
])
def test_a_real_fault_is_told_in_spanish(slug: str, file: str, text: str, tmp_path: Path) -> None:
    f = form(slug)
    (tmp_path / f"{file}.toml").write_text(text, encoding="utf-8")
    found: list[Any] = f.check(load_tables(f.game.folder / "data", f.names, tmp_path, keys=f.keys))
    assert found
    for fault in found:
        assert reasons.said(fault.reason, "es") != fault.reason
