"""The terminal game, driven as a player would: lines typed, lines read, in a pipe and in a terminal."""
from __future__ import annotations

import codecs
import errno
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from frente.cli.play.command import resumed
from frente.kernel import proof, record
from frente.kernel.catalog import find
from frente.kernel.chance import FILED, HOUSE, Opening, grades
from frente.kernel.flow import Act
from frente.kernel.referee import Match

PROMPT = re.compile(r"(?:^|\n|\r)> $|Enter\. $|seen it\. $|\(y/n\) $")
PATIENCE = 120.0                         # seconds; a busy machine is no fault


class Terminal:
    """A running game: what it writes up to the next prompt, and what is typed."""

    def __init__(self, folder: Path, *arguments: str, tty: bool = False) -> None:
        env = {**os.environ, "XDG_DATA_HOME": str(folder), "COLUMNS": "100", "TERM": "xterm"}
        command = [sys.executable, "-m", "frente.cli", "play", "brunete", "--free", *arguments]
        if tty:
            self.out, theirs = pty.openpty()
            self.process = subprocess.Popen(command, env=env, preexec_fn=partial(os.login_tty, theirs))
            os.close(theirs)
            self.into = self.out
        else:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, env=env)
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.into, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()

    def read(self) -> str:
        """Everything up to the next prompt, or to the end."""
        text = ""
        letters = codecs.getincrementaldecoder("utf-8")()        # what comes may end in the middle of one
        until = time.monotonic() + PATIENCE
        while not PROMPT.search(plain(text)):
            ready, _, _ = select.select([self.out], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"no prompt came after: {text[-2000:]}"
            try:
                more = os.read(self.out, 65536)
            except OSError as e:         # a terminal says so when nobody is left on the other side
                if e.errno != errno.EIO:
                    raise
                more = b""
            if not more:
                return text
            text += letters.decode(more)
        return text

    def type(self, line: str) -> str:
        os.write(self.into, line.encode() + b"\n")
        return self.read()

    def interrupt(self) -> str:
        """Ctrl-C, again while nothing comes: Python overlooks one between the prompt and its waiting for a key."""
        until = time.monotonic() + PATIENCE
        os.write(self.into, b"\x03")
        while not select.select([self.out], [], [], 5.0)[0]:
            assert time.monotonic() < until, "Ctrl-C was not heard"
            os.write(self.into, b"\x03")
        return self.read()

    def end(self) -> int:
        """No more input; the exit status."""
        if self.process.stdin is not None:
            self.process.stdin.close()
            assert self.process.stdout is not None
            self.last = self.process.stdout.read().decode()
        return self.process.wait(PATIENCE)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


def plain(text: str) -> str:
    """Without colours and other terminal codes."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    started: list[Terminal] = []

    def begin(*arguments: str, tty: bool = False) -> Terminal:
        started.append(Terminal(tmp_path, *arguments, tty=tty))
        return started[-1]

    yield begin
    for terminal in started:
        terminal.stop()


def only_save(folder: Path) -> Path:
    found = list((folder / "frente" / "games").iterdir())
    assert len(found) == 1               # nothing half-written is left beside it
    return found[0]


def modest(shown: str) -> str:
    """An answer that ends things: pass or stop where offered, else the first."""
    for word in ("pass", "stop", "declare"):
        if f"({word})" in shown:
            return word
    return "1"


def at_a_secret_question(folder: Path) -> Path:
    """A saved game in which both sides are to choose at once."""
    match = Match.new("brunete", "offensive", seed="secret")
    rng = Random(4)
    while len(match.choices()) < 2:
        side = rng.choice(sorted(match.choices()))
        match.play(side, rng.choice(match.choices()[side]))
    path = folder / "secret.json"
    match.record().save(path)
    return path


def before_an_attack(folder: Path) -> Path:
    """A saved game in which the Republican chooses the units of an attack."""
    match = Match.new("brunete", seed="attack", seats={"republican": "human", "nationalist": "random"})
    rng = Random(2)
    while match.view(None).question != "ChooseAttackers" or "republican" not in match.view(None).waiting:
        side = rng.choice(sorted(match.choices()))
        match.play(side, rng.choice(match.choices()[side]))
    path = folder / "attack.json"
    match.record().save(path)
    return path


def test_a_whole_turn_is_played_from_the_first_question_and_the_record_verifies(start, tmp_path: Path) -> None:
    game = start("--bot", "random", "--seed", "turn")
    shown = game.read()
    assert "Turn 0 · Republican" in shown
    assert "In which hex of the XVIII Corps does this tank company start? [12.1l]" in shown
    assert re.search(r"1  1401 .*Valdemorillo +clear +r-xiii-1 8-8", shown)
    answers = 0
    while "Turn 2" not in shown:
        shown = game.type(modest(shown))
        answers += 1
    assert answers > 10
    path = only_save(tmp_path)
    last = game.type("q")
    assert f"frente play brunete --load {path}" in last
    assert game.end() == 0
    saved = record.load(path)
    assert proof.verify(saved).ok
    assert saved.seats == {"republican": "human", "nationalist": "random"}
    assert Match.resume(saved).position.choices()


def test_undo_takes_back_the_last_act_and_asks_again(start, tmp_path: Path) -> None:
    game = start("--bot", "random", "--seed", "undo")
    first = game.read()
    assert "There is nothing to take back." in game.type("u")
    second = game.type("hex:1401")
    assert "*o=" not in second           # Valdemorillo is no longer offered
    assert len(record.load(only_save(tmp_path)).acts) == 1
    again = game.type("u")
    assert "Taken back." in again
    assert again.count("1401") == first.count("1401")
    assert record.load(only_save(tmp_path)).acts == []


def test_a_wrong_answer_is_met_with_help_and_a_refused_one_with_its_rule(start) -> None:
    game = start("--bot", "random", "--seed", "wrong")
    game.read()
    assert "Type a number from 1 to 6, a word such as hex:1401, or h for help." in game.type("xyzzy")
    assert "a number from 1 to 6" in game.type("77")
    assert "The XVIII Corps does not start in 2111 Brunete. [12.1l]" in game.type("2111")
    assert "there is no verb “fly”" in game.type("? fly:high")
    assert "could mean hex:1701, hex:1702" in game.type("hex:17")
    assert "There is no unit, hex or button “nowhere”." in game.type("? nowhere")


def test_anything_can_be_asked_about_and_every_rule_read(start) -> None:
    game = start("--bot", "random", "--seed", "ask")
    game.read()
    about = game.type("? r-101-1")
    assert "101st Mixed Brigade (r-101-1): Republican infantry of 46, 7-8, 2 steps, 1302" in about
    assert "supply: 1302 1301 1401" in about
    assert "not now: That is not part of the question now asked" in about
    town = game.type("? Brunete")
    assert "2111 Brunete, clear, held by Republican" in town
    assert town.count("Mixed Brigade (r-") == 6
    assert "can: place in 1401 Valdemorillo  (hex:1401)" in game.type("? 1401")
    assert "R52  Less than 1:2" in game.type("r R52")
    assert "12.1l  XVIII Corps tanks" in game.type("r")
    assert "There is no rule “77.7”" in game.type("r 77.7")
    status = game.type("s")
    assert re.search(r"command points +3 +3", status)
    assert "Nationalist resources: 0 hidden" in status
    assert "rollback" in game.type("h")
    assert "No attack is being prepared now." in game.type("o")
    whole = game.type("m")
    assert "^ hill" in whole
    assert max(int(x) for x in re.findall(r"^(\d\d?) ", whole, re.MULTILINE)) == 18
    assert "N1" in game.type("m quijorna")


def test_the_odds_of_an_attack_show_the_table_and_the_expected_losses(start, tmp_path: Path) -> None:
    game = start("--load", str(before_an_attack(tmp_path)))
    shown = game.read()
    assert "Which units attack? [10.1b]" in shown
    while "(declare)" not in shown:
        shown = game.type("1")
    card = game.type("o")
    assert re.search(r"Attack on \d{4}.*: \d+ against \d+", card)
    assert "expected losses in steps: attacker" in card
    assert re.search(r"the hex falls with \d+ %", card)
    assert len(re.findall(r"^[1-6] +", card, re.MULTILINE)) == 6


def test_a_unit_goes_to_a_far_hex_by_its_name_and_several_answers_stand_on_one_line(start, tmp_path: Path) -> None:
    game = start("--bot", "random", "--seed", "march")
    shown = game.read()
    while "Which unit moves next?" not in shown:
        shown = game.type(modest(shown))
    assert "101st Mixed Brigade" in shown
    refused = game.type("r-101-1 3401 1302")
    assert "not now: 3401 is not next to 101st Mixed Brigade (r-101-1). [9.2]" in refused
    assert "Where does the unit go next?" in refused         # and what was typed after it is forgotten
    moved = game.type("1304")
    assert re.search(r"101st Mixed Brigade \(r-101-1\) moves to 1304 \(movement points left: \d\)", moved)
    acts = [x.word for x in record.load(only_save(tmp_path)).acts[-3:]]
    assert acts == ["unit:r-101-1", "hex:1303", "hex:1304"]


def test_a_standing_order_answers_from_the_next_question_on_and_the_record_holds_its_act(start, tmp_path: Path) -> None:
    path = before_an_attack(tmp_path)
    before = len(record.load(path).acts)
    game = start("--load", str(path))
    game.read()
    listed = game.type("order")
    assert "supports  Supports in combat [10.3.3f]" in listed
    assert "unless attacked  when I am attacked" in listed
    assert "choose none" in game.type("order supports all")
    assert "counts from the next" in game.type("order supports none unless attacked")
    assert "Supports in combat [10.3.3f]: I commit none" in game.type("order")
    game.type("order elite leave")
    game.type("1")
    shown = game.type("declare")
    assert "Answered by your standing order: Supports in combat, I commit none." in shown
    match = Match.resume(record.load(path))
    nothing = match.word(Act("support", 0))
    assert ("republican", nothing) in [(x.side, x.word) for x in record.load(path).acts[before:]]
    assert proof.verify(record.load(path)).faults == []


def test_the_end_of_the_input_saves_and_leaves_quietly(start, tmp_path: Path) -> None:
    game = start("--bot", "random", "--save", str(tmp_path / "mine.json"))
    game.read()
    game.type("1701")
    assert game.end() == 0
    assert f"--load {tmp_path / 'mine.json'}" in game.last
    assert [x.word for x in record.load(tmp_path / "mine.json").acts] == ["hex:1701"]
    assert not (tmp_path / "frente").exists()


def test_a_killed_game_has_lost_nothing(start, tmp_path: Path) -> None:
    game = start("--bot", "random")
    game.read()
    game.type("1701")
    game.type("1802")
    game.process.send_signal(signal.SIGKILL)
    game.process.wait(PATIENCE)
    assert [x.word for x in record.load(only_save(tmp_path)).acts] == ["hex:1701", "hex:1802"]
    again = start("--load", str(only_save(tmp_path)))
    assert "In which hex" in again.read()
    again.type("1")
    assert len(record.load(only_save(tmp_path)).acts) > 2


def test_two_people_choose_in_secret_with_the_keyboard_passed_between_them(start, tmp_path: Path) -> None:
    path = at_a_secret_question(tmp_path)
    match = Match.resume(record.load(path))
    words = [match.word(match.choices()[side][0]) for side in (0, 1)]
    game = start("--load", str(path), "--side", "both")
    assert game.read().rstrip().endswith("Pass the keyboard to the Republican, who presses Enter.")
    asked = game.type("")
    assert "· Republican" in asked
    assert "Republican resources:" in asked
    assert re.search(r"Nationalist resources: \d hidden", asked)
    passed = game.type(words[0])
    assert passed.rstrip().endswith("Pass the keyboard to the Nationalist, who presses Enter.")
    other = game.type("")
    assert "· Nationalist" in other
    assert re.search(r"Republican resources: \d hidden", other)
    before = len(match.log)
    game.type(words[1])
    assert [x.word for x in record.load(path).acts[before:before + 2]] == words
    listed = game.type("rollback")
    assert f"{before}  Republican" in listed
    assert words[0] not in listed        # what was chosen in secret is not told by the list


def test_going_back_needs_the_other_side_and_rolls_anew(start, tmp_path: Path) -> None:
    game = start("--side", "both", "--seed", "back")
    shown = game.read()
    for _ in range(3):
        shown = game.type("1")
    assert "11th Division" in shown      # dice have been rolled
    assert "cannot be taken back without the other side's consent" in game.type("u")
    assert "(y/n)" in game.type("rollback 2")
    assert "does not agree; nothing has changed" in game.type("n")
    game.type("rollback 2")
    assert "Back before decision 2" in game.type("y")
    saved = record.load(only_save(tmp_path))
    assert len(saved.acts) == 2
    assert [r.to for r in saved.rollbacks] == [2]
    assert "There is no decision of a side at number 999" in game.type("rollback 999")
    game.type("1")
    assert proof.verify(record.load(only_save(tmp_path))).ok


def test_resigning_ends_the_game(start, tmp_path: Path) -> None:
    game = start("--side", "nationalist", "--bot", "random")
    game.read()
    assert "(y/n)" in game.type("resign")
    assert "resign" not in game.type("n")
    game.type("resign")
    last = game.type("y")
    assert "Nationalist resigned." in last
    assert "Verify the game with: frente replay" in last
    assert game.end() == 0
    result = record.load(only_save(tmp_path)).result
    assert result is not None
    assert result["winner"] == "republican"


def test_a_copy_is_saved_where_one_likes_and_a_full_disk_is_said(start, tmp_path: Path) -> None:
    game = start("--bot", "random")
    game.read()
    assert "Saved to" in game.type(f"save {tmp_path / 'copy.json'}")
    assert record.load(tmp_path / "copy.json").game == "brunete"
    assert "could not be written" in game.type(f"save {tmp_path}/no/such/folder.json")
    game.type("save /dev/full")
    assert "No space left on device" in game.type("y")


def test_in_a_terminal_the_screen_is_cleared_for_secrets_and_ctrl_c_saves(start, tmp_path: Path) -> None:
    path = at_a_secret_question(tmp_path)
    game = start("--load", str(path), "--side", "both", tty=True)
    assert "Pass the keyboard to the Republican" in plain(game.read())
    asked = game.type("")
    assert "\x1b[2J" in asked
    assert "\x1b[1m" in asked            # the question is bold
    game.type("u")
    game.type("1")
    saved = len(record.load(path).acts)
    assert f"--load {path}" in plain(game.interrupt())
    assert game.process.wait(PATIENCE) == 130
    assert len(record.load(path).acts) >= saved > 0


def test_a_second_ctrl_c_does_not_stop_the_saving(capsys, monkeypatch, tmp_path: Path) -> None:
    from frente.cli.main import main
    from frente.cli.play.screen import Screen
    from frente.cli.play.session import Session

    leave = Session.leave

    def pressed_before(session: Session) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return leave(session)

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(Screen, "ask", lambda *_: os.kill(os.getpid(), signal.SIGINT))
    monkeypatch.setattr(Session, "leave", pressed_before)
    handler = signal.getsignal(signal.SIGINT)
    try:
        assert main(["play", "brunete", "--side", "both"]) == 130
    finally:
        signal.signal(signal.SIGINT, handler)
    assert "The game is saved." in capsys.readouterr().out
    assert record.load(only_save(tmp_path)).game == "brunete"


@pytest.mark.parametrize("arguments, message", [
    (["--side", "blue"], "has no side “blue”"),
    (["--bot", "hal"], "There is no opponent “hal”"),
    (["--side", "both", "--bot", "random"], "leave out --bot"),
    (["--scenario", "winter"], "has no scenario “winter”"),
    (["--option", "anti_aircraft"], "An option is written name=value"),
    (["--load", "missing.json"], "There is no file missing.json"),
    (["--load", "missing.json", "--seed", "x"], "A saved game goes on as it began"),
    (["--pack", "no-such-pack"], "there is no such folder"),
])
def test_a_game_that_cannot_start_says_why(arguments: list[str], message: str, capsys, monkeypatch, tmp_path) -> None:
    from frente.cli.main import main

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "brunete", *arguments]) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert out == ""
    assert not (tmp_path / "frente").exists()


def test_a_file_that_exists_is_not_written_over_by_a_new_game(tmp_path: Path, capsys) -> None:
    from frente.cli.main import main

    path = tmp_path / "game.json"
    path.write_text(json.dumps({"dear": "diary"}))
    assert main(["play", "brunete", "--save", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert json.loads(path.read_text()) == {"dear": "diary"}


def test_a_game_without_map_and_names_can_be_played_all_the_same(capsys, monkeypatch, tmp_path: Path) -> None:
    from frente.cli.main import main
    from frente.kernel.catalog import GAMES

    monkeypatch.setitem(GAMES, "toy", "tests.toy")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("\nbid:1\n\nbid:0\n? unit\n? r1\nm\ns\no\nl\nr1\nu\nrollback\nq\n"))
    assert main(["play", "toy", "--side", "both", "--seed", "seed"]) == 0
    out = capsys.readouterr().out
    assert "How much gold do you bid?" in out
    assert "Red bids 1, Blue 0." in out
    assert "Which unit moves?" in out
    assert "This game has no map that can be drawn in characters." in out
    assert "Taken back." in out
    assert "frente play toy --load" in out


def test_a_servers_game_goes_on_with_dice_that_its_file_does_not_tell(tmp_path: Path) -> None:
    """The file of a game that was over holds its seed; cut short by hand it must not tell the dice to come."""
    path = tmp_path / "cut.json"
    Match.new("brunete", opening=Opening("known", table="t1")).record().save(path)
    given = Namespace(load=path, pack=None, scenario=None, options=None, seed=None, side=None, bot=None)
    match = resumed(find("brunete"), given)
    assert match.dice.opening.seed not in ("known", "")
    assert grades(match.dice.openings) == [FILED, HOUSE]
    Match.new("brunete").record().save(path)         # a game of this terminal's own goes on as it began
    assert len(resumed(find("brunete"), given).dice.openings) == 1
