"""Experiments: every game kept as it ends, the same run after any interruption, and nothing played on wrong ground."""
from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import polars
import pytest

from frente.cli.main import main
from frente.kernel import proof, record
from frente.kernel.catalog import all_games, find
from frente.kernel.packs import load_tables
from frente.lab import LabError, experiment, export, figures, watch
from frente.lab.crew import carry_out
from frente.lab.estimates import Group, groups_of, stepped
from frente.lab.runfile import TABLES, Run
from frente.lab.sim import Plan, series, summary
from frente.lab.watch import watched
from frente.story import turn_of
from tests.conftest import SHORT

PATIENCE = 120.0                         # seconds; a busy machine is no fault
GAMES = [game.slug for game in all_games()]
SMALL = """
name = "small"
game = "{game}"
scenario = "{scenario}"
bots = "random"
games = {games}
seed = 7

[[arm]]
name = "as shipped"

[[arm]]
name = "the same again"
"""


def written(folder: Path, text: str, name: str = "e.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def small(folder: Path, game: str = "brunete", games: int = 2, more: str = "") -> Path:
    return written(folder, SMALL.format(game=game, scenario=SHORT[game], games=games) + more)


def run(path: Path, out: Path) -> Run:
    found = Run.begin(out, experiment.load(path))
    for seen in carry_out(watched, found.missing()):
        found.keep(seen)
    return found


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    db = sqlite3.connect(path)
    return {name: sorted(db.execute(f"select * from {name}")) for name in [*TABLES, "record", "about"]}


# -- what is kept

@pytest.mark.parametrize("slug", GAMES)
def test_a_run_tells_the_same_as_a_simulation_and_its_records_hold(slug: str, tmp_path: Path) -> None:
    found = run(small(tmp_path, slug, 1), tmp_path / "e.run")
    plan = Plan(slug, SHORT[slug], {}, ("random", "random"), 7)
    told = figures.summary(found)["arms"][0]
    simulated = summary(plan, list(series(plan, 1)))
    assert {key: told[key] for key in simulated} == simulated
    ended = list(found.records())
    assert len(ended) == 2
    assert ended[0][2] == ended[1][2]                # the same dice in both arms
    report = proof.verify(record.parse(ended[0][2].encode()))
    assert report.ok
    assert report.acts == told["acts"]["max"] > 50


@pytest.mark.parametrize("slug", GAMES)
def test_turns_losses_and_ground_are_those_of_the_view(slug: str, tmp_path: Path) -> None:
    found = run(small(tmp_path, slug, 1), tmp_path / "e.run")
    text = json.loads(next(found.records())[2])
    game = find(slug)
    p = game.start(SHORT[slug], game.settled({}))
    words, rng = game.words(p), Random(slug)
    for side, word, *_ in text["acts"]:
        if rng.random() < 0.02:          # a view at every act is slow
            assert turn_of(p) == game.view(p, None).turn
        p.apply(-1 if side == "chance" else game.side(side), words.act(word))
    view = game.view(p, None)
    last = found.db.execute("select max(turn) from turn where arm = 'as shipped'").fetchone()[0]
    spaces = {s["id"] for s in game.picture(p)["spaces"] if s["terrain"] != ["box"]}
    for side in game.sides:
        there = [x for x in view.pieces if x["side"] == side and x["at"] in spaces]
        row = found.db.execute("select pieces, steps from turn where arm = 'as shipped' and turn = ? and side = ?",
                               (last, side)).fetchone()
        assert row == (len(there), sum(x["steps"] for x in there))
    ground = figures.ground(found, found.experiment.arms[0])[last]
    for x in view.pieces:
        alone = {y["side"] for y in view.pieces if y["at"] == x["at"]} == {x["side"]}
        marked = [m for m in view.spaces.get(x["at"], []) if m.startswith("held:")]
        if x["at"] in spaces and alone and not marked and x["side"] in game.sides:
            assert ground[x["at"]] == {x["side"]: 1.0}
    assert ground


def test_an_arm_that_changes_nothing_changes_no_game(tmp_path: Path) -> None:
    found = run(small(tmp_path, games=4), tmp_path / "e.run")
    base, same = found.experiment.arms
    assert same.against == base.name
    pairs = figures.pairs(found, base, same, "republican")
    assert (pairs.games, pairs.gained, pairs.lost, pairs.difference) == (4, 0, 0, 0.0)
    assert (pairs.low, pairs.high) == (-0.326661, 0.326661)  # four pairs that are alike do not prove that all are


def test_paired_games_are_counted_as_the_side_sees_them(tmp_path: Path) -> None:
    found = Run.begin(tmp_path / "e.run", experiment.load(small(tmp_path, games=4)))
    base, other = found.experiment.arms
    wins: list[tuple[str | None, str | None]] = [
        ("republican", "nationalist"), ("nationalist", "republican"), ("nationalist", "republican"),
        (None, "republican")]
    for n, (before, after) in enumerate(wins):
        for arm, winner in ((base, before), (other, after)):
            found.db.execute("insert into game values (?, ?, ?, 'x', null, 6, 100, '')", (arm.name, n, winner))
    pairs = figures.pairs(found, base, other, "republican")
    assert (pairs.gained, pairs.lost, pairs.difference) == (3, 1, 0.375)
    assert (pairs.low, pairs.high) == pytest.approx((-0.393, 0.893), abs=0.001)
    assert figures.pairs(found, base, other, "nationalist").difference == -0.375


# -- interruption

def test_a_run_that_was_killed_and_taken_up_again_is_the_run_of_one_go(tmp_path: Path) -> None:
    path = small(tmp_path, "heralds", 14)
    out = tmp_path / "killed.run"
    command = [sys.executable, "-m", "frente.cli", "lab", "run", str(path), "-o", str(out)]
    for least in (1, 8):                # killed twice: at the first game, and on the way
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while not out.exists() or len(content(out)["game"]) < least:
            assert time.monotonic() < until, "nobody plays"
            assert child.poll() is None, "the run was over too soon"
            time.sleep(0.01)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    assert 8 <= len(content(out)["game"]) < 28
    assert main([*command[3:], "--jobs", "2"]) == 0
    run(path, tmp_path / "whole.run")
    assert content(out) == content(tmp_path / "whole.run")
    assert len(content(out)["game"]) == 28


def test_a_run_goes_round_the_arms(tmp_path: Path) -> None:
    found = Run.begin(tmp_path / "e.run", experiment.load(small(tmp_path)))
    assert [(task.arm.name, task.number) for task in found.missing()] == [
        ("as shipped", 0), ("the same again", 0), ("as shipped", 1), ("the same again", 1)]


@pytest.mark.parametrize("change", [("seed = 7", "seed = 8"), ("games = 1", "games = 2"),
                                    ('"the same again"', '"another name"')])
def test_a_run_file_of_another_experiment_is_refused(change: tuple[str, str], tmp_path: Path, capsys) -> None:
    path = small(tmp_path, games=1)
    out = tmp_path / "e.run"
    run(path, out)
    before = content(out)
    path.write_text(path.read_text().replace(*change))
    assert main(["lab", "run", str(path), "-o", str(out)]) == 2
    assert "belongs to another experiment, or rules or data have changed since" in capsys.readouterr().err
    assert content(out) == before


def test_a_run_file_of_other_rules_is_refused(tmp_path: Path, monkeypatch) -> None:
    path = small(tmp_path, games=1)
    run(path, tmp_path / "e.run")
    monkeypatch.setattr(type(find("brunete")), "rules_version", "of tomorrow")
    with pytest.raises(LabError, match="rules or data have changed since"):
        Run.begin(tmp_path / "e.run", experiment.load(path))


def test_a_machine_with_other_data_is_named(tmp_path: Path, monkeypatch) -> None:
    task = Run.begin(tmp_path / "e.run", experiment.load(small(tmp_path))).missing()[0]
    monkeypatch.setattr(type(find("brunete")), "rules_version", "of yesterday")
    watch._start.cache_clear()
    with pytest.raises(LabError, match="A machine of the cluster has rules of yesterday"):
        watched(task)


# -- the file

@pytest.mark.parametrize("text, fault", [
    ("name = ", "not valid TOML"),
    ('name = "x"\ngames = 2\ngame = "chess"', 'e.toml:3: game must be "brunete" or "guadalajara"'),
    ('name = "x"\ngames = 2', "e.toml:1: no game is named, neither for the arm nor for all"),
    ('name = "x"\ngame = "storm"', "e.toml:1: the file has no games"),
    ('name = "x"\ngame = "storm"\ngames = 0', "e.toml:3: games must be a whole number from 1 to 1000000, not 0"),
    ('name = "x"\ngame = "storm"\ngames = 1\nsede = 4', "e.toml:4: the file takes no field sede; did you mean seed?"),
    ('name = "x"\ngame = "storm"\ngames = 1\nscenario = "brive"', "has no scenario “brive”; it has drive, corunna"),
    ('name = "x"\ngame = "storm"\ngames = 1\nbots = "rommel"', "There is no opponent “rommel” for Storm Over Madrid"),
    ('name = "x"\ngame = "storm"\ngames = 1\nbots = ["random"]', "bots must be one name for all sides or 2"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[options]\nfog = true', "has no option “fog”"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = "a"\n[[arm]]\nname = "a"',
     "e.toml:6: two arms are called a"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = "a"\npack = "nowhere"', "e.toml:6: there is no folder"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = "a"\npack = "/proc/self/fd"', "holds no TOML file"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = " "', "e.toml:5: arm.name must be a name in quotes"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[sensitivity]\ngroups = ["terrain", "terrain"]',
     "e.toml:4: two arms are called terrain +1"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[sensitivity.group]]\nname = "g"\nfile = "track"\narray = "turn"\n'
     'fields = ["y#z"]', 'must be a field, such as "attack" or "front#1", not "y#z"'),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = "a"\ndata = { track = "turn = 3" }',
     "e.toml:4: the data of arm a are not sound: track.toml:1: turn must be an array, not a single value"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = "a"\n[[arm]]\nname = "b"\nagainst = "c"',
     "e.toml:8: no other arm of this game and scenario is called c"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[sensitivity]\ngroups = ["luck"]',
     "e.toml:4: Storm Over Madrid has no group of estimates luck; it has nationalist-income"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[sensitivity.group]]\nname = "g"\nfile = "track"\narray = "x"\n'
     'fields = ["y"]', "group g names track: x; tables can be moved, and arrays of them, such as"),
    ('name = "x"\ngame = "storm"\ngames = 1\n[[sensitivity.group]]\nname = "g"\nfile = "track"\narray = "turn"\n'
     'fields = ["y"]', "group g moves no estimate"),
])
def test_what_is_wrong_with_an_experiment_is_one_sentence(text: str, fault: str, tmp_path: Path, capsys) -> None:
    assert main(["lab", "run", str(written(tmp_path, text))]) == 2
    err = capsys.readouterr().err
    assert fault in err
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["e.toml"]


@pytest.mark.parametrize("command", [["run", "none.toml"], ["run", "e.txt"], ["export", "none.run", "-o", "d"]])
def test_a_file_that_is_not_there_is_named(command: list[str], capsys) -> None:
    assert main(["lab", *command]) == 2
    assert command[1] in capsys.readouterr().err


def test_a_file_that_is_no_run_is_named(tmp_path: Path, capsys) -> None:
    assert main(["lab", "export", str(small(tmp_path)), "-o", str(tmp_path / "d")]) == 2
    assert "e.toml is not a run file of “frente lab run”." in capsys.readouterr().err


def test_a_damaged_run_file_is_named(tmp_path: Path, capsys) -> None:
    db = run(small(tmp_path, "heralds", 1), tmp_path / "e.run").db
    size, = db.execute("pragma page_size").fetchone()
    page, = db.execute("select rootpage from sqlite_master where name = 'turn'").fetchone()
    whole = (tmp_path / "e.run").read_bytes()
    (tmp_path / "torn.run").write_bytes(whole[:(page - 1) * size] + b"\xff" * size + whole[page * size:])
    for command in ["report", "export"]:
        assert main(["lab", command, str(tmp_path / "torn.run"), "-o", str(tmp_path / "p")]) == 2
        assert "torn.run is damaged: database disk image is malformed." in capsys.readouterr().err
    with db:
        db.execute("update about set value = '{}' where key = 'stamp'")
    assert main(["lab", "report", str(tmp_path / "e.run"), "-o", str(tmp_path / "p.html")]) == 2
    assert "e.run is damaged: it does not say what experiment it is of." in capsys.readouterr().err


def test_arms_take_data_of_their_own_and_packs(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "track.toml").write_text("[[turn]]\nn = 2\nsp_nationalist = 3\n")
    text = ('name = "x"\ngame = "storm"\ngames = 1\n[[arm]]\nname = "a"\n[[arm]]\nname = "b"\npack = "mine"\n'
            '[[arm]]\nname = "c"\n[arm.data]\n"track.toml" = """\n[[turn]]\nn = 2\nsp_nationalist = 3\n"""\n')
    a, b, c = experiment.load(written(tmp_path, text)).arms
    assert a.data != b.data == c.data


# -- estimates

@pytest.mark.parametrize("slug", GAMES)
def test_every_group_of_estimates_can_be_moved_both_ways(slug: str, tmp_path: Path) -> None:
    text = f'name = "x"\ngame = "{slug}"\nscenario = "{SHORT[slug]}"\ngames = 1\n[sensitivity]\n'
    arms = experiment.load(written(tmp_path, text)).arms
    groups = groups_of(find(slug))
    assert len(groups) >= 2
    assert [(arm.group, arm.step) for arm in arms[1:]] == [(name, step) for name in groups for step in (1, -1)]
    assert len({arm.data for arm in arms}) == len(arms)
    assert all(set(group.titles) == {"en", "es"} for group in groups.values())


def test_what_the_rulebook_states_is_never_moved() -> None:
    game = find("brunete")
    files, moved = stepped(game, groups_of(game)["nationalist-infantry"], 1)
    units = load_tables(game.folder / "data", ["units"], keys={})["units"]["unit"]
    infantry = [u for u in units if u["side"] == "nationalist" and u["type"] == "infantry"]
    stated = [u for u in infantry if not u["provenance"].get("factors", "").startswith("estimate")]
    text = files[0][1]
    assert stated
    assert moved == len(infantry) - len(stated)
    assert not [u["id"] for u in stated if f'id = "{u["id"]}"\n' in text]


def test_numbers_inside_a_text_move_within_their_limits() -> None:
    group = Group("g", "units", "unit", ("front#2",), {"id": "r-grm"}, most=3)
    assert stepped(find("tscw"), group, 1) == ((("units", '[[unit]]\nid = "r-grm"\nfront = "1-3-4"\n'),), 1)
    assert stepped(find("tscw"), replace(group, most=2), 1)[1] == 0


def test_tables_move_too_and_rows_without_identity_all_together() -> None:
    attrition = Group("g", "tables", "attrition.rows", ("steps_lost",), unless={"steps_lost": 0})
    assert stepped(find("guadalajara"), attrition, 1) == ((("tables", (
        "[attrition]\nrows = [{ rolls = [1, 3], steps_lost = 0 }, { rolls = [4, 5], steps_lost = 2 }, "
        "{ rolls = [6, 7], steps_lost = 3 }]\n")),), 2)
    river = Group("g", "charts", "terrain_combat.river", ("drm",), least=-9)
    assert stepped(find("tscw"), river, 1) == ((("charts", "[terrain_combat.river]\ndrm = 0\n"),), 1)
    returns = Group("g", "tables", "reconstitution.modifiers", ("drm",), least=-9)
    assert stepped(find("guadalajara"), returns, 1)[1] == 3      # the other seven are stated


def test_a_planted_change_is_seen(tmp_path: Path) -> None:
    """Nationalists of a far stronger attack win games that they lost with the same dice; they lose none instead."""
    text = SMALL.format(game="storm", scenario="drive", games=3).replace("random", "captain") + """
[sensitivity]
groups = []
[[sensitivity.group]]
name = "Nationalist attack"
file = "counters"
array = "unit"
fields = ["attack"]
where = { side = "nationalist" }
step = 6
"""
    found = run(written(tmp_path, text), tmp_path / "e.run")
    arms = {arm.name: arm for arm in found.experiment.arms}
    up = figures.pairs(found, arms["as shipped"], arms["Nationalist attack +6"], "nationalist")
    assert up.gained > 0
    assert up.lost == 0


# -- exports

def test_all_exports_hold_the_same_rows(tmp_path: Path) -> None:
    found = run(small(tmp_path, "heralds", 1), tmp_path / "e.run")
    for kind in export.KINDS:
        assert main(["lab", "export", str(tmp_path / "e.run"), "-o", str(tmp_path / kind), "--as", kind]) == 0
    for table in TABLES:
        names, rows = found.rows(table)
        wanted = [dict(zip(names, row)) for row in rows]
        assert wanted
        lines = (tmp_path / "jsonl" / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == wanted
        assert polars.read_parquet(tmp_path / "parquet" / f"{table}.parquet").to_dicts() == wanted
        with (tmp_path / "csv" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            assert list(csv.DictReader(file)) == [{k: "" if v is None else str(v) for k, v in row.items()}
                                                  for row in wanted]


def test_records_are_exported_with_the_packs_they_need(tmp_path: Path, capsys) -> None:
    text = SMALL.format(game="storm", scenario="drive", games=1) + '[sensitivity]\ngroups = ["nationalist-income"]\n'
    run(written(tmp_path, text), tmp_path / "e.run")
    assert main(["lab", "export", str(tmp_path / "e.run"), "-o", str(tmp_path / "t"), "--records"]) == 0
    folders = sorted((tmp_path / "t" / "records").iterdir())
    assert [folder.name for folder in folders] == ["00-as-shipped", "01-the-same-again", "02-nationalist-income-+1",
                                                   "03-nationalist-income-1"]
    assert main(["replay", str(folders[0] / "00000.json")]) == 0
    assert main(["replay", str(folders[2] / "00000.json"), "--pack", str(folders[2] / "pack")]) == 0


def test_without_polars_parquet_says_so(tmp_path: Path, capsys, monkeypatch) -> None:
    run(small(tmp_path, "heralds", 1), tmp_path / "e.run")
    monkeypatch.setitem(sys.modules, "polars", None)
    assert main(["lab", "export", str(tmp_path / "e.run"), "-o", str(tmp_path / "t"), "--as", "parquet"]) == 2
    assert "Parquet needs the package polars" in capsys.readouterr().err
