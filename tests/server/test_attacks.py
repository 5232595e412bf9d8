"""The frame of the attacks: each is a module with a line that says what it tries; their names are known."""
from __future__ import annotations

import importlib
from typing import Any

import pytest

from attack import run
from attack.frame import Verdict


def test_an_attack_that_is_none_is_named_with_those_there_are(capsys: Any):
    assert run.main(["nonsense"]) == 2
    said = capsys.readouterr().err
    assert "no attack “nonsense”" in said
    assert "bot_flood" in said


def test_every_attack_says_what_it_tries_and_can_be_run():
    assert {"bot_flood", "idle_connections", "import_bomb", "unknown_ids", "worker_kill"} <= set(run.names())
    for name in run.names():
        module = importlib.import_module(f"attack.{name}")
        assert str(module.__doc__).splitlines()[0].endswith(".")
        assert callable(module.attack)


@pytest.mark.parametrize("held, status, word", [(True, 0, "held"), (False, 1, "HARMED")])
def test_the_verdict_is_plain_and_the_status_follows_from_it(capsys: Any, monkeypatch: pytest.MonkeyPatch, held: bool,
                                                             status: int, word: str):
    module = importlib.import_module("attack.unknown_ids")
    monkeypatch.setattr(module, "attack", lambda: Verdict(held, "nothing was tried"))
    assert run.main(["unknown_ids"]) == status
    assert f"{word}: nothing was tried" in capsys.readouterr().out
