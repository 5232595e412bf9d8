"""What the captain makes of the other side's decoy sides: by the chart of the set-up, and by who has moved."""
from __future__ import annotations

import pytest

from frente.ai import doctrines
from frente.games.heralds import GAME
from frente.games.heralds.captain.belief import guessed, speaks
from frente.games.heralds.captain.politics import company, prospects
from frente.games.heralds.captain.worth import Plan
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import AFFILIATE
from frente.games.heralds.state.position import Heralds
from tests.heralds.lay import empty, neutral, put, space, start, unit
from tests.heralds.test_doctrine import swapped


def fresh() -> Plan:
    found = doctrines(GAME)["captain"].plan(start(), CND)
    assert isinstance(found, Plan)
    return found


def begun(p: Heralds, name: str, home: str, place: str = "") -> int:
    """A piece that was set up in one square and lies in another."""
    put(p, place or home, name)
    u = p.handle(unit(p, name))
    p.home[u] = space(p, home)
    return u


def laid_out(*homes: str) -> Heralds:
    """The PCE set up in these squares, one piece in each, and the others in Vallecas."""
    p = empty(turn=3)
    for i, u in enumerate(p.board.handles[PCE]):
        begun(p, p.board.piece[p.who[u]], homes[i] if i < len(homes) else "VALLECAS")
    return p


def test_whoever_began_alone_where_one_agent_has_to_begin_is_that_agent() -> None:
    p = laid_out("RES_I", "BARAJAS", "TORREJON")
    found = guessed(p, PCE)
    sure, doubtful, _ = p.board.handles[PCE][:3]
    assert found[sure] > 0.9             # Hervás, who begins nowhere else; a decoy may lie anywhere
    assert found[doubtful] < 0.6


def test_all_guesses_together_are_the_agents_that_are_left() -> None:
    p = laid_out("RES_I", "RES_8D", "TORREJON", "E", "D")
    speakers = sum(p.speaker(u) for u in p.board.handles[PCE])
    assert sum(guessed(p, PCE).values()) == pytest.approx(speakers, abs=0.2)


def test_a_piece_that_is_sent_about_is_hardly_a_decoy() -> None:
    p = empty(turn=3)
    stays, goes = begun(p, "giron", "CANILLEJAS"), begun(p, "decoy-pce-2", "CANILLEJAS", "E")
    found = guessed(p, PCE)
    assert found[goes] > found[stays]


def test_a_piece_that_has_been_seen_is_what_it_is() -> None:
    p = empty(turn=3)
    decoy, agent = begun(p, "decoy-pce-1", "E"), begun(p, "giron", "E")
    for u in (decoy, agent):
        p.seen[u] = 1
    assert [speaks(p, u, fresh()) for u in (decoy, agent)] == [0.0, 1.0]


def test_what_is_hidden_does_not_change_a_guess() -> None:
    p = empty(turn=3)
    u = begun(p, "decoy-pce-1", "BARAJAS")
    begun(p, "d-hervas", "BARAJAS")
    assert guessed(p, PCE)[u] == pytest.approx(guessed(swapped(p, CND), PCE)[u])


def test_a_talk_promises_less_beside_a_piece_that_must_be_an_agent_than_beside_one_that_is_likely_a_decoy() -> None:
    promised = []
    for home in ("RES_8D", "BARAJAS"):
        p = empty(turn=3)
        neutral(p, "H", "70bm-1")
        put(p, "H", "gutierrez")
        begun(p, "pedro-fdez", home, "H")
        plan = fresh()
        target, envoy = unit(p, "70bm-1"), unit(p, "gutierrez")
        assert company(p, CND, envoy, target, plan) < 0
        promised.append(prospects(p, CND, AFFILIATE, target, envoy, plan))
    assert promised[0] < promised[1]
