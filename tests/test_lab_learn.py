"""Learning and tuning: weights come from games, are judged on others, and are written where players read them."""
from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from frente.ai import doctrines
from frente.cli.main import main
from frente.kernel.catalog import find
from frente.kit.chance import Chances
from frente.kit.weights import Weights
from frente.lab import LabError, learn, tune
from frente.lab.experiment import Experiment
from frente.lab.players import player, spelled
from frente.lab.runfile import Run
from frente.lab.tables import put

STORM = find("storm")


def made_up(games: int) -> list[learn.Seen]:
    """Games that the first of two features decides, late ones surely."""
    r = Random(5)
    found = []
    for n in range(games):
        lean = r.choice((-1.0, 1.0))
        seen = learn.Seen(n, float(lean > 0) if r.random() < 0.9 else float(lean < 0))
        for turn in (1, 2):
            seen.rows.append([lean * turn / 2 + r.gauss(0, 0.3), r.gauss(0, 1)])
            seen.gone.append(turn / 2)
            seen.turns.append(turn)
        found.append(seen)
    return found


def test_what_decides_games_gets_the_weight(tmp_path: Path) -> None:
    found = learn.learned(["lean", "noise"], made_up(400))
    assert found.loss < 0.45 < found.constant_loss < 0.71
    now, late = found.weights["lean"]
    assert now + late > 1.0
    assert abs(sum(found.weights["noise"])) < 0.3
    assert found.right[2][1] > 0.8
    assert sum(rows for _, _, rows in found.calibration) == 200          # every fourth game is held out, two rows each
    path = tmp_path / "chance.toml"
    put(path, '["s"]', learn.written("s", found, "frente lab learn", "2026-11-18"), learn.HEAD)
    chances = Chances(path, ["lean", "noise"])
    assert chances.of_second("s", 1.0, [1.0, 0.0]) > 0.8
    assert chances.of_second("s", 1.0, [-1.0, 0.0]) < 0.2
    assert tomllib.loads(path.read_text(encoding="utf-8"))["s"]["command"] == "frente lab learn"


def test_games_that_all_end_alike_teach_nothing() -> None:
    seen = made_up(8)
    for one in seen:
        one.result = 1.0
    with pytest.raises(LabError, match="ended alike"):
        learn.learned(["lean", "noise"], seen)


def test_the_same_number_gives_the_same_game() -> None:
    first, second = (learn.watched(learn.Task("storm", "drive", 3, 1)) for _ in range(2))
    assert first == second
    assert first.error == ""
    assert first.turns == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]       # both sides, where a turn of Storm begins
    assert len(first.rows) == 12


def test_games_that_were_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.jsonl"
    first = list(learn.games("storm", "drive", 2, 1, kept=path))
    path.write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")    # the last line was cut short
    played: list[int] = []
    plain = learn._watched

    def noted(task: learn.Task) -> learn.Seen:
        played.append(task.number)
        return plain(task)

    monkeypatch.setattr(learn, "_watched", noted)
    assert list(learn.games("storm", "drive", 2, 1, kept=path)) == first
    assert list(learn.games("storm", "drive", 2, 1, kept=path)) == first
    assert played == [1]
    with pytest.raises(LabError, match="holds other games"):
        list(learn.games("storm", "drive", 2, 2, kept=path))


def test_a_table_is_put_in_the_place_of_its_namesake(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('# head\n[a]\nx = 1\n\n["s"]\ny = 2\n["s".weights]\nz = 3\n\n[b]\nx = 4\n', encoding="utf-8")
    put(path, '["s"]', '["s"]\ny = 5\n')
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {"a": {"x": 1}, "b": {"x": 4}, "s": {"y": 5}}
    assert path.read_text(encoding="utf-8").startswith("# head\n[a]")


# -- weights


def test_tuned_weights_are_for_one_side_of_one_scenario(tmp_path: Path) -> None:
    path = tmp_path / "doctrine.toml"
    path.write_text('[a]\nx = 1.0\ny = 2.0\n[tuned.drive.nationalist]\n"a.x" = 5.0\n', encoding="utf-8")
    w = Weights(path)
    assert (w["a.x"], w.at("drive", "nationalist")["a.x"], w.at("drive", "nationalist")["a.y"]) == (1.0, 5.0, 2.0)
    assert w.at("drive", "republican") is w
    assert w.at("campaign", "nationalist")["a.x"] == 1.0
    changed = Weights(path, {"a.y": 3.0})
    assert (changed.at("drive", "nationalist")["a.x"], changed["a.y"]) == (1.0, 3.0)     # his own numbers everywhere
    with pytest.raises(ValueError, match=r"no weight “a\.z”"):
        Weights(path, {"a.z": 1.0})


def test_a_captain_may_be_named_with_other_weights() -> None:
    name = spelled({"attack.own": 0.5, "attack.least": 0.25})
    assert name == "captain:attack.own=0.5;attack.least=0.25"
    seat = player(name, STORM)
    weights = seat.doctrine.weights                  # type: ignore[attr-defined]
    assert (weights["attack.own"], weights["attack.least"]) == (0.5, 0.25)
    with pytest.raises(ValueError, match="no weights of Storm Over Madrid"):
        player("captain:attack.nothing=1", STORM)


def test_every_weight_named_is_tried_above_below_and_at_nothing() -> None:
    search = tune.Search(STORM, "drive", "nationalist", ("attack.own", "price.pause"), ("captain",), 2, 0)
    own = doctrines(STORM)["captain"].weights["attack.own"]      # type: ignore[attr-defined]
    assert own == 1.0
    assert tune.candidates(search, {"price.pause": 0.0}) == [
        {"price.pause": 0.0, "attack.own": 0.0}, {"price.pause": 0.0, "attack.own": 0.5},
        {"price.pause": 0.0, "attack.own": 2.0}, {"price.pause": 0.1}, {"price.pause": 1.0}]
    assert [arm.bots for arm in tune.arms(search, [{}, {"attack.own": 0.5}])] == [
        ("captain", "captain"), ("captain", "captain:attack.own=0.5")]


def test_an_unknown_weight_is_named() -> None:
    search = tune.Search(STORM, "drive", "nationalist", ("attack.nothing",), ("captain",), 2, 0)
    with pytest.raises(LabError, match=r"has no weight “attack\.nothing”"):
        tune.candidates(search, {})


def test_most_candidates_are_dropped_after_a_heat_and_the_rest_meet_other_dice(tmp_path: Path) -> None:
    names = ("attack.own", "attack.least", "attack.tire")        # nine candidates, and three probes
    search = tune.Search(STORM, "drive", "nationalist", names, ("random",), 8, 3)
    seen: dict[str, Experiment] = {}

    def played(name: str, wanted: Experiment) -> Run:
        """Whoever fears losses more than the captain loses every game; all others win every second one."""
        seen[name] = wanted
        run = Run.begin(tmp_path / f"{name}.run", wanted)
        for arm in wanted.arms:
            for n in range(wanted.games):
                lost = "attack.own=2" in arm.name or (n % 2 and "attack.own=0.5" not in arm.name)
                run.db.execute("insert into game values (?, ?, ?, '', null, 1, 1, '')",
                               (arm.name, n, "republican" if lost else "nationalist"))
        return run
    best = tune.round_of(search, 0, {}, played)
    heat, deciding = seen["round-1-heat"], seen["round-1"]
    assert (len(heat.arms), heat.games) == (13, 2)
    assert any("worth.roads=120" in arm.name for arm in heat.arms)          # raider's
    assert (len(deciding.arms), deciding.games) == (1 + tune.LEFT, 8)
    assert heat.seed != deciding.seed
    assert not any("attack.own=2" in arm.name for arm in deciding.arms)
    assert best is not None
    assert (best.changes, best.gain) == ({"attack.own": 0.5}, 0.5)


def test_the_command_goes_on_where_it_was_and_tells_what_it_found(tmp_path: Path,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["lab", "tune", "storm", "--scenario", "drive", "--side", "nationalist", "--weights", "attack.least",
              "--against", "random", "--games", "2", "--rounds", "1", "-o", str(tmp_path / "runs"), "--json"]
    assert main(wanted) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["side"], first["scenario"]) == ("nationalist", "drive")
    assert (tmp_path / "runs" / "round-1.run").exists()
    assert main(wanted) == 0                         # nothing is played again
    assert json.loads(capsys.readouterr().out) == first
