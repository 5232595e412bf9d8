"""Starting the server, and what is said when that is not possible."""
from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from frente.cli.main import main as frente_main
from frente.server import run
from frente.server.settings import Settings, default_data, from_environment


def test_a_port_nobody_asked_for_gives_way_to_a_free_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(run.CannotServe, match=f"port {port}"):
            run.listen("127.0.0.1", port)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(run, "PORT", port)
            with run.listen("127.0.0.1", None) as other:
                assert other.getsockname()[1] not in (0, port)
                assert run.address("127.0.0.1", other) == f"http://localhost:{other.getsockname()[1]}/"


@pytest.mark.parametrize("given, word", [
    (["--port", "99999"], "no port 99999"), (["--host", "no.such.host.example"], "no.such.host.example"),
    (["--data", "/proc/none"], "/proc/none"), (["--database", "nonsense"], "postgresql://user@host/name"),
    (["--origin", "games"], "https://games.example.org"),
    (["--database", "postgresql://x@127.0.0.1:1/x"], "Connection refused")])
def test_a_server_that_cannot_start_says_why_in_one_sentence(capsys: Any, tmp_path: Path, given: list[str], word: str):
    rest = ["--no-browser"] + (["--port", "0"] if "--port" not in given else []) + (
        ["--data", str(tmp_path)] if "--data" not in given else [])
    for start in (run.main, lambda a: frente_main(["serve", *a])):
        assert start([*given, *rest]) == 2
        said = capsys.readouterr().err
        assert word in said
        assert len(said.strip().splitlines()) == 1


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data() == tmp_path / "frente"
    monkeypatch.setenv("FRENTE_DATA", str(tmp_path / "x"))
    monkeypatch.setenv("FRENTE_DATABASE", "postgres://a@b/c")
    assert from_environment().url == "postgresql+psycopg://a@b/c"
    assert Settings(tmp_path).url == f"sqlite:///{tmp_path}/frente.sqlite3"


def test_the_server_is_among_the_commands(capsys: Any):
    assert frente_main(["serve", "--help"]) == 0
    said = capsys.readouterr().out
    for option in ("--host", "--port", "--data", "--database", "--origin", "--no-browser"):
        assert option in said
