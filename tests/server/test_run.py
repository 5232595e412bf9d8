"""Starting the server, and what is said when that is not possible."""
from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from frente.cli.main import main as frente_main
from frente.server import folder, run
from frente.server.settings import Settings, default_data, from_environment
from tests.server.helpers import Running, new, play


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


def modes(folder: Path) -> dict[str, int]:
    return {p.name: p.stat().st_mode & 0o777 for p in [folder, *folder.iterdir()] if not p.is_symlink()}


def test_nobody_else_can_read_the_folder_and_the_file_in_which_games_are_kept(tmp_path: Path):
    data = tmp_path / "games"
    data.mkdir()
    data.chmod(0o755)
    (data / "frente.sqlite3").touch(0o644)
    with Running(data) as server:
        play(server.http, new(server.http), 3)
        found = modes(data)
    assert found.pop("games") == 0o700
    assert {"frente.sqlite3", "frente.sqlite3-wal", "frente.sqlite3-shm", "secret", "lock"} <= set(found)
    assert set(found.values()) == {0o600}


def test_a_folder_that_holds_other_things_keeps_its_rights(tmp_path: Path):
    tmp_path.chmod(0o755)
    (tmp_path / "letters.txt").write_text("to whom it may concern")
    (tmp_path / "letters.txt").chmod(0o644)
    folder.prepare(tmp_path, True)
    assert modes(tmp_path) == {tmp_path.name: 0o755, "letters.txt": 0o644, "frente.sqlite3": 0o600}


def test_a_second_server_on_the_same_folder_says_so_and_ends(tmp_path: Path, capsys: Any):
    with Running(tmp_path) as server:
        arguments = ["--no-browser", "--port", "0", "--data", str(tmp_path)]
        for start in (run.main, lambda a: frente_main(["serve", *a])):
            assert start(arguments) == 2
            said = capsys.readouterr().err
            assert f"Another server (process {server.process.pid}) keeps its games in {tmp_path}" in said
            assert len(said.strip().splitlines()) == 1
        assert server.http.get("/api/games").status_code == 200
        server.kill()
        server.start()                   # whoever is dead holds nothing
        assert server.http.get("/api/games").status_code == 200


def test_a_file_that_is_read_only_stays_so(tmp_path: Path):
    (tmp_path / "frente.sqlite3").touch()
    (tmp_path / "frente.sqlite3").chmod(0o444)
    folder.prepare(tmp_path, True)
    assert modes(tmp_path)["frente.sqlite3"] == 0o400
