"""The commands that answer at once: what they print, for people and for programs."""
from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from frente import __version__, coverage
from frente.cli.main import main
from frente.kernel import record
from frente.kernel.catalog import all_games, find
from frente.kernel.referee import Match
from frente.rulebook import Rulebook, named, rulings


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Carry out a command that must succeed; what it printed."""
    def command(*arguments: str) -> str:
        assert main(arguments) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out
    return command


@pytest.fixture
def fail(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Carry out a command that must fail; what it said."""
    def command(*arguments: str) -> str:
        assert main(arguments) == 2
        err = capsys.readouterr().err
        assert "Traceback" not in err
        return err
    return command


def finished(seed: str = "whole game") -> Match:
    match = Match.new("brunete", "offensive", seed=seed)
    rng = Random(seed)
    while not match.over:
        side = rng.choice(sorted(match.choices()))
        match.play(side, rng.choice(match.choices()[side]))
    return match


@pytest.fixture(scope="module")
def played() -> str:
    """The record of a game played to its end."""
    return finished().record().text()


# -- frente itself

def test_version_and_help_are_printed(capsys) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"frente {__version__}\n"
    for command in ("play", "games", "rules", "sim", "bench", "replay", "repair", "map", "serve"):
        assert main([command, "--help"]) == 0
        said = capsys.readouterr().out
        assert f"usage: frente {command}" in said
        assert not re.search(r"^.+ frente (?!-).* frente (?!-)", said, re.M)      # one example to a line
    assert main(["--help"]) == 0
    assert "examples:" in capsys.readouterr().out


@pytest.mark.parametrize("arguments, message", [
    (["dance"], "invalid choice: 'dance'"),
    (["games", "--loud"], "Unrecognized arguments: --loud"),
    (["rules"], "The following arguments are required: GAME"),
    (["rules", "chess"], "There is no game “chess”; there is brunete"),
    (["rules", "brunete", "99.9"], "has no rule “99.9”"),
    (["sim", "brunete", "--games", "0"], "“0” is not a whole number from 1 upwards"),
    (["sim", "brunete", "--games", "²"], "is not a whole number"),
    (["sim", "brunete", "--bots", "random,random,random"], "one opponent for all sides or 2"),
    (["sim", "brunete", "--bots", "nobody"], "There is no opponent “nobody” for Brunete 1937; there are random,"),
    (["sim", "brunete", "--scenario", "winter"], "it has campaign and offensive"),
    (["sim", "brunete", "--option", "weather=wet"], "has no option “weather”"),
    (["sim", "brunete", "--option", "anti_aircraft=perhaps"], "choose yes or no"),
    (["sim", "brunete", "--option", "supply_effects=never"], "choose at_check and continuous"),
    (["sim", "brunete", "--pack", "nowhere"], "nowhere: there is no such folder"),
    (["sim", "brunete", "--bots", "random", "--out", "no/such/place.jsonl"], "could not be written: No such file"),
    (["replay", "nothing.json"], "There is no file nothing.json"),
    (["repair", "nothing.json"], "There is no file nothing.json"),
    (["map", "brunete", "-o", "map.gif"], "end the name in .svg, .png or .pdf"),
    (["data", "check", "brunete", "--pack", "nowhere"], "nowhere: there is no such folder"),
    (["data"], "required: COMMAND"),
])
def test_a_mistake_is_named_in_one_line_with_status_2(arguments: list[str], message: str, fail) -> None:
    said = fail(*arguments)
    assert message in said
    assert said.count("\n") == 1


# -- games and rules

def test_games_lists_everything_a_program_needs(run) -> None:
    game, other, *_ = json.loads(run("games", "--json"))
    assert other["slug"] == "guadalajara"
    assert (game["slug"], game["title"], game["sides"]) == ("brunete", "Brunete 1937", ["republican", "nationalist"])
    assert game["scenarios"] == [{"id": "campaign", "title": "The battle of Brunete", "turns": 14},
                                 {"id": "offensive", "title": "The Republican offensive", "turns": 6}]
    options = {o["id"]: o for o in game["options"]}
    assert options["bare_dash_R"]["choices"] == ["green", "black"]
    assert options["turn7_extra_road_bonus"]["default"] is True
    assert all(o["title"] and o["help"] and o["rule"] for o in game["options"])


def test_games_shows_them_to_people(run) -> None:
    shown = run("games")
    assert "Brunete 1937" in shown
    assert re.search(r"anti_aircraft +no, yes +11.2", shown)
    told = " ".join(shown.split())
    assert "objective in six turns. The Nationalist is much favoured" in told, "a word on who is favoured"
    assert ".favours" not in told, "and none where nothing is said"


def test_a_rule_is_shown_with_the_rulings_that_touch_it(run) -> None:
    shown = run("rules", "brunete", "10.1p")
    assert shown.startswith("10.1p")
    assert "R52  Less than 1:2" in shown
    assert "R51" not in shown
    rule = json.loads(run("rules", "brunete", "10.1P", "--json"))
    assert rule["id"] == "10.1p"
    assert "R52" in rule["rulings"]


def test_a_ruling_is_shown_like_a_rule_and_a_chapter_as_a_list(run) -> None:
    assert "Beyond 6:1" in run("rules", "brunete", "R53")
    chapter = run("rules", "brunete", "10.3.3").splitlines()
    assert [line.split()[0] for line in chapter] == [f"10.3.3{x}" for x in "abcdefg"]
    assert len(run("rules", "brunete").splitlines()) == len(Rulebook.of(find("brunete")).rules)


def test_rules_and_rulings_are_told_in_spanish_where_they_are_translated(run) -> None:
    shown = run("rules", "brunete", "10.1p", "--lang", "es")
    english, spanish = (Rulebook.of(find("brunete"), x) for x in ("en", "es"))
    assert spanish.rules["10.1p"].title in shown
    assert spanish.rulings["R52"].says.split(".")[0] in shown.replace("\n", " ")
    assert spanish.rules["10.1p"].says != english.rules["10.1p"].says
    for rule in english.rules.values():
        other = spanish.rules[rule.id]
        assert [x.id for x in spanish.rulings_on(other)] == [x.id for x in english.rulings_on(rule)]
        assert (other.area, other.optional) == (rule.area, rule.optional)


def test_rules_that_are_not_translated_are_read_in_english() -> None:
    english, other = (Rulebook.of(find("brunete"), x) for x in ("en", "eu"))
    assert (other.rules, other.rulings) == (english.rules, english.rulings)


def test_the_title_of_a_ruling_has_no_marks_of_its_file_in_any_game() -> None:
    for game in all_games():
        for ruling in Rulebook.of(game).rulings.values():
            assert ruling.title == ruling.title.strip(" .—`"), f"{game.slug} {ruling.id}"
            assert ruling.says, f"{game.slug} {ruling.id}"
            assert "`" not in ruling.title, f"{game.slug} {ruling.id}"


def test_rule_numbers_are_found_in_ranges_and_lists() -> None:
    assert {"6.1c", "6.1d", "6.1e", "6.1f"} <= named("Between letters (6.1c-f).")
    assert {"10.4.1e", "10.4.1h", "3.5"} <= named("Retreat path (10.4.1e, h), 3.5")
    assert "6.1" not in named("6.1a")


def test_rulings_are_read_up_to_the_next_one_or_a_heading() -> None:
    found = rulings("# T\n\n**R1 — One** (1.1). Text **bold**\nmore.\n\n## B\n\n**R2a — Two.** End.\n")
    assert [(r.id, r.title, r.says) for r in found.values()] == [("R1", "One", "(1.1). Text bold more."),
                                                                 ("R2a", "Two", "End.")]


def test_coverage_counts_the_rules_that_tests_prove(run, monkeypatch, tmp_path) -> None:
    tests = tmp_path / "tests" / "brunete"
    tests.mkdir(parents=True)
    (tests / "test_x.py").write_text("import pytest\n@pytest.mark.rule('1.1a', 'R52')\ndef test_y():\n    assert f()\n")
    monkeypatch.setattr(coverage, "tests_folder", lambda: tmp_path / "tests")
    rules = Rulebook.of(find("brunete")).rules
    data = json.loads(run("rules", "brunete", "--coverage", "--json"))
    assert sorted(data) == ["missing", "proven", "total"]
    assert (data["total"], data["proven"]) == (len(rules), 1)
    assert data["missing"] == [r for r in rules if r != "1.1a"]
    shown = run("rules", "brunete", "--coverage")
    assert shown.startswith(f"1 of {len(rules)} rules of Brunete 1937 are proven by tests.")


def test_a_mark_that_names_no_rule_is_complained_about(capsys, monkeypatch, tmp_path) -> None:
    tests = tmp_path / "tests" / "brunete"
    tests.mkdir(parents=True)
    (tests / "test_x.py").write_text("import pytest\n@pytest.mark.rule('77.7')\ndef test_y():\n    assert f()\n")
    monkeypatch.setattr(coverage, "tests_folder", lambda: tmp_path / "tests")
    assert main(["rules", "brunete", "--coverage", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["proven"] == 0
    assert "77.7" in err


# -- records

def test_a_finished_game_is_verified(run, played: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(played)
    shown = run("replay", str(path))
    assert "The Republican offensive" in shown
    assert "Verified" in shown
    data = json.loads(run("replay", str(path), "--json"))
    assert data["ok"] is True
    assert data["acts"] == len(record.parse(played.encode()).acts)


def test_an_unfinished_and_a_given_up_game_are_verified_too(run, tmp_path: Path) -> None:
    match = Match.new("brunete", seed="short")
    match.play("republican", "hex:1701")
    match.record().save(tmp_path / "open.json")
    assert "The game is not over." in run("replay", str(tmp_path / "open.json"))
    match.resign("republican")
    match.record().save(tmp_path / "over.json")
    assert "republican resigned." in run("replay", str(tmp_path / "over.json"))


def forged(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    content = json.loads(text)
    change(content)
    content["checksum"] = record.checksum(content)
    return json.dumps(content)


def other_die(content: dict[str, Any]) -> None:
    at = next(i for i, x in enumerate(content["acts"]) if x[1].startswith("die:"))
    content["acts"][at][1] = "die:1" if content["acts"][at][1] != "die:1" else "die:2"


def other_winner(content: dict[str, Any]) -> None:
    content["result"]["winner"] = "republican" if content["result"]["winner"] != "republican" else "nationalist"


@pytest.mark.parametrize("spoil, message", [
    (lambda text: text[:len(text) // 2], "is cut short"),
    (lambda text: text.replace('"hex:', '"hex: ', 1), "has been altered"),
    (lambda text: "", "is not a saved game"),
    (lambda text: "[1, 2]", "is not a saved game of Frente"),
    (lambda text: forged(text, other_die), "does not fit: roll"),
    (lambda text: forged(text, other_winner), "The result is not the one these acts lead to"),
])
def test_a_spoiled_record_is_refused(spoil, message: str, played: str, fail, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(spoil(played))
    said = fail("replay", str(path))
    assert message in said
    assert str(path) in said


def test_a_record_of_today_needs_no_repair_and_an_older_one_is_written_anew(run, played: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(played)
    assert "is a record of today already" in run("repair", str(path))
    path.write_text(forged(played, lambda content: content.update(rules="0")))
    before = path.read_text()
    assert "written anew" in run("repair", str(path))
    assert record.load(path).rules == find("brunete").rules_version
    assert (tmp_path / "game.json.old1").read_text() == before


def test_repair_reads_all_files_and_names_the_act_that_no_longer_fits(capsys, played: str, tmp_path: Path) -> None:
    def misplaced(content: dict[str, Any]) -> None:
        content["rules"] = "0"
        content["acts"][0][1] = "hex:2111"

    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(played)
    bad.write_text(forged(played, misplaced))
    before = bad.read_text()
    assert main(["repair", str(tmp_path / "none.json"), str(bad), str(good)]) == 2
    out, err = capsys.readouterr()
    assert "There is no file" in err
    assert "Act 0 (republican: hex:2111) does not fit: The XVIII Corps does not start in 2111. [12.1l]" in err
    assert f"{good}: is a record of today already." in out
    assert bad.read_text() == before


# -- map and data

def test_the_map_is_written_as_a_picture(run, tmp_path: Path) -> None:
    assert str(tmp_path / "map.svg") in run("map", "brunete", "-o", str(tmp_path / "map.svg"), "--theme", "dark")
    text = (tmp_path / "map.svg").read_text()
    assert text.startswith("<svg ")
    assert "Villanueva de la Cañada" in text
    assert [p.name for p in tmp_path.iterdir()] == ["map.svg"]


def test_a_map_that_cannot_be_written_is_said(fail, tmp_path: Path) -> None:
    assert "could not be written" in fail("map", "brunete", "-o", str(tmp_path / "no" / "map.svg"))


def test_sound_data_passes_the_check(run) -> None:
    assert re.search(r"is sound: 4 files, version [0-9a-f]{12}\.", run("data", "check", "brunete"))


def test_a_faulty_pack_is_named_by_file_line_and_reason(capsys, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "units.toml").write_text('[[unit]]\nid = "r-101-1"\nattack = "strong"\n')
    assert main(["data", "check", "brunete", "--pack", str(pack)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"{pack / 'units.toml'}:3: ")
    assert "attack" in err


# -- faults of the surroundings, in a process of their own

def process(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "frente.cli", *arguments], text=True, stderr=subprocess.PIPE, **more)


def test_a_full_disk_under_the_output_is_one_sentence() -> None:
    with open("/dev/full", "w") as full, process("games", stdout=full) as child:
        _, err = child.communicate()
    assert (child.returncode, err) == (2, "frente: The output could not be written: No space left on device.\n")


def test_a_simulation_written_to_a_device_leaves_the_device_there(fail: Callable[..., str]) -> None:
    said = fail("sim", "storm", "--bots", "random", "--games", "1", "--out", "/dev/full")
    assert "/dev/full could not be written: No space left on device." in said
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_simulation_written_through_a_link_keeps_the_link(tmp_path: Path, run: Callable[..., str]) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "games.jsonl")
    run("sim", "storm", "--bots", "random", "--games", "1", "--out", str(link))
    assert link.is_symlink()
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 1


def test_a_reader_that_goes_away_is_one_sentence() -> None:
    with process("rules", "brunete", "--json", stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.close()
        assert child.stderr is not None
        err = child.stderr.read()
        child.wait()
    assert child.returncode == 2
    assert err == "frente: Whoever was reading the output has closed it, so the rest was not written.\n"


def test_an_unexpected_error_is_owned_up_to_and_shown_on_request(capsys, monkeypatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("frente.cli.listing.all_games", broken)
    monkeypatch.delenv("FRENTE_DEBUG", raising=False)
    assert main(["games"]) == 1
    assert "Something went wrong that should not have (ZeroDivisionError: division by zero)" in capsys.readouterr().err
    monkeypatch.setenv("FRENTE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["games"])
