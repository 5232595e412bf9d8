"""Whatever is sent about accounts, talk, offers, notices and tournaments is answered in words, on the stricter of the
databases, and nothing is kept that was not meant to be."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, select
from starlette.testclient import TestClient

from frente.server.people import names
from frente.server.people.club_schema import MESSAGES, REPORTS, TOURNAMENTS
from frente.server.people.described import BODIES, CALLS
from frente.server.people.schema import ACCOUNTS
from frente.server.people.talk import LONG, plain
from frente.server.settings import Settings
from tests.server.people import Browser, club
from tests.server.postgres import postgres
from tests.server.test_talk import met

FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture,
                                                                       HealthCheck.too_slow])
words = st.one_of(st.text(max_size=40), st.sampled_from(
    ["Fuzz", "Other", "brunete", "heralds", "robin", "ladder", "mute", "block", "live", "days", "loss", "\x00", "a\x00",
     "\u202eabc", "<script>", "' or 1=1 --", "%s", "{name}", "x" * 500, "https://127.0.0.1/", "a@b.cc", "..", "es"]))
values = st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.integers(), st.floats(-9, 9), words,
                   st.lists(words, max_size=3), st.dictionaries(words, words, max_size=3))
FIELDS = {shape.__name__: [f.name for f in msgspec.structs.fields(shape)] for shape in BODIES}
CHANGING = [c for c in CALLS if c[1] != "get" and (c[0], c[1]) not in (
    ("/api/account", "delete"), ("/api/session", "delete"), ("/api/sessions", "delete"), ("/api/account", "patch"))]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str, str]]:
    with postgres() as url, club(tmp_path_factory.mktemp("fuzz"), database=url) as client:
        table, _ = met(client, "Fuzz", "Other")
        yield client, url, table


@pytest.fixture(scope="module")
def fuzz(here: tuple[TestClient, str, str]) -> Browser:
    browser = Browser(here[0])
    answer = browser.ask("POST", "/api/session", {"name": "Fuzz", "password": "barranco de la Mocha"})
    assert answer.status_code == 200
    return browser


@pytest.fixture(scope="module")
def spare(here: tuple[TestClient, str, str]) -> Browser:
    """Somebody whose name and password may change."""
    return Browser(here[0], "Spare")


@FUZZ
@given(st.sampled_from(CHANGING), st.data())
def test_fuzzed_requests_about_people_are_answered_in_words(here: tuple[TestClient, str, str], fuzz: Browser,
                                                            call: Any, data: st.DataObject):
    path, method, _, parameters, shape, _ = call
    for name, where, _, _ in parameters:
        if where == "path":
            given = here[2] if path.startswith("/api/tables") else data.draw(st.sampled_from(
                ["Fuzz", "x", here[2], "..", "%00", "a" * 40, "%F0%9F%98%80"]))
            path = path.replace(f"{{{name}}}", given)
    body = data.draw(st.one_of(values, st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS[shape], values)))
                     if shape else st.none())
    kept = dict(fuzz.cookies)
    answer = fuzz.ask(method.upper(), path, body)
    fuzz.cookies = kept                  # whoever signs in as somebody else by chance goes on as himself
    assert answer.status_code < 500, (path, body, answer.text)
    if answer.status_code >= 400:
        assert answer.json()["text"]


READING = [c for c in CALLS if c[1] == "get"]


@FUZZ
@given(st.sampled_from(READING), st.data())
def test_fuzzed_questions_about_people_are_answered_in_words(here: tuple[TestClient, str, str], fuzz: Browser,
                                                             call: Any, data: st.DataObject):
    path, _, _, parameters, _, _ = call
    query = {}
    for name, where, _, _ in parameters:
        if where == "path":
            path = path.replace(f"{{{name}}}", quote(data.draw(words), safe="") or "x")
        else:
            query[name] = data.draw(st.one_of(words, st.integers().map(str)))
    answer = fuzz.ask("GET", f"{path}?{urlencode(query, errors='replace')}")
    assert answer.status_code < 500, (path, query, answer.text)
    if answer.status_code >= 400:
        assert answer.json()["text"]


@FUZZ
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS["ChangeAccount"], values)))
def test_fuzzed_changes_of_an_account_are_answered_in_words(here: tuple[TestClient, str, str], spare: Browser,
                                                            body: dict[str, Any]):
    answer = spare.ask("PATCH", "/api/account", body)
    assert answer.status_code < 500, (body, answer.text)
    if answer.status_code >= 400:
        assert answer.json()["text"]


def test_nothing_was_kept_that_was_not_meant_to_be(here: tuple[TestClient, str, str]):
    engine = create_engine(Settings(here[0].app.app.state.settings.data, here[1]).url)   # type: ignore[attr-defined]
    with engine.connect() as c:
        for name, fold in c.execute(select(ACCOUNTS.c.name, ACCOUNTS.c.fold)):
            assert (names.called(name), names.fold(name)) == (name, fold)
        for text in [*c.execute(select(MESSAGES.c.text)).scalars(), *c.execute(select(REPORTS.c.text)).scalars()]:
            assert plain(text) == text
            assert len(text) <= LONG
        for row in c.execute(select(TOURNAMENTS)).mappings():
            assert row["name"].isprintable()
            assert 2 <= row["places"] <= 64
            assert isinstance(json.loads(row["options"]), dict)
    engine.dispose()
