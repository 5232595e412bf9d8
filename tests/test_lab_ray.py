"""Ray: a node that is lost changes no result, a head that is lost ends in one sentence, and JSON stays JSON."""
from __future__ import annotations

import io
import json
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from ray.cluster_utils import Cluster

from frente.cli.main import main
from frente.lab import cluster, experiment
from frente.lab.crew import CrewError, carry_out
from frente.lab.runfile import Run
from tests.test_lab_run import content, run, small

PATIENCE = 240.0                         # seconds; a busy machine is no fault
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 1024 * 1024, "include_dashboard": False}


@pytest.fixture
def two_nodes(monkeypatch) -> Iterator[Cluster]:
    """A head that plays nothing, and two nodes that do."""
    monkeypatch.setenv("RAY_gcs_rpc_server_reconnect_timeout_s", "5")    # Ray waits a minute for a lost head
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    found = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0})
    try:
        for _ in range(2):
            found.add_node(**{k: v for k, v in NODE.items() if k != "include_dashboard"})
        yield found
    finally:
        found.shutdown()


def test_a_node_killed_changes_no_result_and_a_lost_head_loses_none(two_nodes: Cluster, tmp_path: Path) -> None:
    path = small(tmp_path, "heralds", 12)
    out = tmp_path / "ray.run"
    child = started(path, out, two_nodes)
    wait_for(out, 3, child)
    two_nodes.remove_node(sorted(two_nodes.worker_nodes, key=str)[0], allow_graceful=False)
    told, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, err
    assert json.loads(told)["finished"] == 24
    assert content(out) == content(run(path, tmp_path / "here.run").path)

    again = tmp_path / "again.run"
    child = started(small(tmp_path, "brunete", 60), again, two_nodes)
    wait_for(again, 2, child)
    head: Any = two_nodes.head_node
    killing = threading.Thread(target=head.kill_all_processes, kwargs={"check_alive": False})
    killing.start()
    told, err = child.communicate(timeout=PATIENCE)
    killing.join()
    assert (child.returncode, told) == (2, "")
    assert "was lost on the way; what had ended by then is kept." in err
    complaints = [x for x in err.splitlines() if "games played, about" not in x]     # progress comes by the clock
    assert len(complaints) == 1
    kept = len(content(again)["game"])
    assert 2 <= kept < 120
    assert len(Run.begin(again, experiment.load(tmp_path / "e.toml")).missing()) == 120 - kept


def started(path: Path, out: Path, nodes: Cluster) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "frente.cli", "lab", "run", str(path), "-o", str(out), "--ray", nodes.address,
               "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(out: Path, games: int, child: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE
    while not out.exists() or len(content(out)["game"]) < games:
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < until, "nobody plays"
        time.sleep(0.05)


# -- the process that speaks to Ray, with a stand-in for it

def double(n: int) -> int:
    return 2 * n


def reports(monkeypatch, ray: Any, tasks: list[int]) -> list[tuple[str, Any]]:
    monkeypatch.setitem(sys.modules, "ray", ray)
    out = io.BytesIO()
    cluster.main("10.0.0.1:6379", io.BytesIO(pickle.dumps((double, tasks))), out)
    out.seek(0)
    found = []
    while out.tell() < len(out.getvalue()):
        found.append(pickle.load(out))
    return found


def stand_in(init: Any = lambda **given: None, get: Any = lambda handle: handle) -> SimpleNamespace:
    return SimpleNamespace(init=init, shutdown=lambda: None, get=get, cluster_resources=lambda: {"CPU": 1.0},
                           remote=lambda max_retries: lambda work: SimpleNamespace(remote=work))


def test_results_come_in_the_order_of_the_tasks(monkeypatch) -> None:
    assert reports(monkeypatch, stand_in(), [3, 1, 2, 9, 8, 7]) == [
        ("result", 6), ("result", 2), ("result", 4), ("result", 18), ("result", 16), ("result", 14), ("end", None)]


def test_without_ray_the_command_says_so(monkeypatch) -> None:
    (kind, text), = reports(monkeypatch, None, [1])
    assert kind == "fault"
    assert text.startswith("Ray is not installed; install it with “pip install 'frente[lab]'”")


def test_a_cluster_that_does_not_answer_is_said(monkeypatch) -> None:
    def init(**given: Any) -> None:
        raise ConnectionError("refused")

    assert reports(monkeypatch, stand_in(init), [1]) == [
        ("fault", "No Ray cluster answers at “10.0.0.1:6379” (refused).")]


def test_a_node_that_cannot_do_the_work_is_said(monkeypatch) -> None:
    def get(handle: int) -> int:
        raise RuntimeError("Traceback ...\n  File ...\nModuleNotFoundError: No module named 'frente'")

    assert reports(monkeypatch, stand_in(get=get), [1]) == [
        ("fault", "The Ray cluster at “10.0.0.1:6379” could not do the work "
                  "(ModuleNotFoundError: No module named 'frente').")]


def test_what_that_process_says_against_it_is_told_in_one_sentence(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert main(["sim", "brunete", "--bots", "random", "--games", "1", "--ray", "auto"]) == 2
    assert capsys.readouterr().err == \
        "frente: The Ray cluster at “auto” was lost on the way; what had ended by then is kept.\n"


def test_a_fault_ends_the_work(monkeypatch, tmp_path: Path) -> None:
    script = tmp_path / "python"
    script.write_text(f"#!{sys.executable}\nimport pickle, sys\npickle.dump(('result', 8), sys.stdout.buffer)\n"
                      "pickle.dump(('fault', 'It rains.'), sys.stdout.buffer)\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    found = carry_out(double, [4, 5], ray="auto")
    assert next(found) == 8
    with pytest.raises(CrewError, match=r"^It rains\.$"):
        next(found)
