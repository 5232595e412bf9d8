"""What waits for somebody, and how he is told: in the page, by push to a stand-in of a push service, by letter."""
from __future__ import annotations

import http.server
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import text

from frente.server import clocks
from frente.server.clocks import Clock
from frente.server.people import webpush
from frente.server.people.webpush import NoSuchPlace, padded, place, unpadded
from frente.server.schema import Terms
from tests.server.helpers import PATIENCE, hall_of, reasons
from tests.server.people import PASSWORD, Browser, Letters, club, letters
from tests.server.test_talk import met

SITE = "https://games.example.org"


class Service(http.server.ThreadingHTTPServer):
    """A stand-in of a browser's push service, and of the browser behind it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taken)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        self.came = threading.Condition()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/push/one"

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": unpadded(webpush.point(self.key.public_key())),
                "auth": unpadded(self.auth)}

    def wait(self, count: int) -> tuple[dict[str, str], dict[str, Any]]:
        """Head and text of the message that makes so many, as the browser reads it."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.heard) >= count, PATIENCE)
        head, body = self.heard[count - 1]
        salt, theirs = body[:16], body[21:21 + body[20]]
        them = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        info = b"WebPush: info\0" + webpush.point(self.key.public_key()) + theirs
        secret = webpush._derived(self.key.exchange(ec.ECDH(), them), self.auth, info, 32)
        key = webpush._derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = webpush._derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, body[21 + body[20]:], None).rstrip(b"\x02")
        return head, json.loads(text)


class _Taken(http.server.BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        with self.server.came:
            self.server.heard.append(({k.lower(): v for k, v in self.headers.items()}, body))
            self.server.came.notify_all()
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@contextmanager
def service() -> Iterator[Service]:
    with Service() as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


def test_the_encryption_is_that_of_the_standard():
    """The example of RFC 8291, section 5."""
    ours = webpush.private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    found = webpush.encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg", padded("DGv6ra1nlYgDCS1FRnbzlw"), ours)
    assert unpadded(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")


def test_the_signature_says_who_sends_and_to_whom():
    key = webpush.fresh_key()
    head = webpush.signature(key, "https://push.example.org:443/x", "mailto:club@example.org")
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", head)
    assert found
    claims = json.loads(padded(found[2]))
    assert (claims["aud"], claims["sub"]) == ("https://push.example.org:443", "mailto:club@example.org")
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    raw = padded(found[3])
    signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(found[4]))
    public.verify(signed, f"{found[1]}.{found[2]}".encode(), ec.ECDSA(hashes.SHA256()))
    assert found[4] == webpush.public(key)


@pytest.mark.parametrize("endpoint", [
    "http://push.example.org/x", "https://127.0.0.1/x", "https://localhost/x", "https://10.1.2.3/x", "https://[::1]/x",
    "https://169.254.169.254/latest", "https://user@8.8.8.8/x", "https://8.8.8.8:22/x", "ftp://8.8.8.8/x", "x",
    "https://8.8.8.8:no/x", "https://[/", "https://8.8.8.8/\x00", "https://8.8.8.8/ñ", "https://0.0.0.0/", "https://[::ffff:127.0.0.1]/"])
def test_nothing_is_sent_to_a_place_that_is_not_for_everybody(endpoint: str):
    with pytest.raises(NoSuchPlace):
        place(endpoint)


def test_a_place_for_everybody_is_found_by_the_address_that_was_looked_at():
    assert place("https://8.8.8.8/a?b=c") == ("8.8.8.8", 443, "/a?b=c", "8.8.8.8")


def kinds(browser: Browser) -> list[tuple[str, str]]:
    return [(n["kind"], n["link"]) for n in browser.ask("GET", "/api/notices").json()["notices"]]


def act(browser: Browser, table: str) -> None:
    state = browser.ask("GET", f"/api/tables/{table}/state").json()
    if state["dice"]["due"]:             # nobody has given a number: the dice wait no longer
        browser.ask("POST", f"/api/tables/{table}/dice", {"side": state["you"][0]})
        return
    side, words = next((s, w) for s, w in state["acts"].items() if w)
    answer = browser.ask("POST", f"/api/tables/{table}/acts", {"side": side, "act": words[0], "at": state["at"]})
    assert answer.status_code == 200, answer.text


def test_what_waits_is_listed_in_the_page_and_goes_when_it_is_done(tmp_path: Path):
    with club(tmp_path) as client:
        ana, eva = Browser(client, "Ana"), Browser(client, "Eva")
        assert reasons(Browser(client).ask("GET", "/api/notices")) == ["server.sign-in-first"]
        late = ana.ask("POST", "/api/challenges", {"game": "brunete", "to": "Eva", "pace": "live", "bank": 600}).json()
        assert kinds(eva) == [("offer", f"#/meet/{late['challenge']}")]
        with hall_of(client).store._engine.begin() as c:
            c.execute(text("update challenge set expires = 1"))
        assert kinds(eva) == [], "an offer that has ended waits no longer"
        offer = ana.ask("POST", "/api/challenges", {"game": "brunete", "side": "republican", "to": "Eva"}).json()
        assert kinds(eva) == [("offer", f"#/meet/{offer['challenge']}")]
        table = eva.ask("POST", f"/api/challenges/{offer['challenge']}/accept").json()["table"]
        assert kinds(eva) == [], "an offer that was taken up waits no longer"
        assert kinds(ana) == [("begun", f"#/t/{table}")], "nobody is asked before the first die"
        act(ana, table)
        mover = ana if "move" in dict(kinds(ana)) else eva
        assert ana.ask("DELETE", "/api/notices").status_code == mover.ask("DELETE", "/api/notices").status_code == 204
        assert kinds(mover) == [("move", f"#/t/{table}")], "a move goes on waiting"
        for _ in range(200):
            waiting = "move" in dict(kinds(ana))
            act(ana if waiting else eva, table)
            state = ana.ask("GET", f"/api/tables/{table}/state").json()
            asked = {name for name, seat in (("republican", ana), ("nationalist", eva)) if kinds(seat)}
            assert asked == set(state["view"]["waiting"])
            if asked and asked != {"republican" if mover is ana else "nationalist"}:
                break
        assert asked != {"republican" if mover is ana else "nationalist"}, "the turn has passed on"
        assert client.portal is not None
        client.portal.call(client.portal.call(hall_of(client).table, table).resign, 0)
        assert kinds(ana) == kinds(eva) == [("over", f"#/t/{table}")], "nobody was there to see it"
        assert [n["with"] for n in eva.ask("GET", "/api/notices").json()["notices"]] == ["Ana"]
        with client.websocket_connect(f"ws://localhost/api/tables/{table}/live",
                                      headers={"cookie": f"frente={eva.cookies['frente']}"}) as socket:
            socket.send_json({"type": "hello"})
            assert socket.receive_json()["outcome"]["winner"] == "nationalist"
        assert (kinds(ana), kinds(eva)) == ([("over", f"#/t/{table}")], []), "she has looked"


def test_a_browser_is_told_by_push_once_of_all_that_waits_and_of_nothing_that_happens(tmp_path: Path):
    with service() as push, club(tmp_path, push_after=0.0, push_anywhere=True) as client:
        eva = Browser(client, "Eva")
        assert eva.ask("POST", "/api/account/push", push.subscription).status_code == 204
        shown = eva.ask("GET", "/api/notices").json()
        assert (shown["push"], shown["browsers"], len(padded(shown["key"]))) == (True, 1, 65)
        ana = Browser(client, "Ana")
        ana.ask("POST", "/api/challenges", {"game": "brunete", "to": "Eva"})
        head, message = push.wait(1)
        assert message == {"title": "Frente", "body": "Something waits for you: 1", "url": "/#/notices"}
        assert (head["content-encoding"], head["ttl"]) == ("aes128gcm", "86400")
        assert head["authorization"].endswith(f"k={shown['key']}")
        push.status = 410                # the browser has taken it back
        ana.ask("POST", "/api/challenges", {"game": "heralds", "to": "Eva"})
        push.wait(2)
        until = time.monotonic() + PATIENCE
        while eva.ask("GET", "/api/notices").json()["browsers"]:
            assert time.monotonic() < until
            time.sleep(0.05)
        for bad in ({"endpoint": "http://127.0.0.1:1/", "p256dh": "x", "auth": "y"},
                    {"endpoint": "nonsense", "p256dh": push.subscription["p256dh"], "auth": "y"}):
            assert reasons(eva.ask("POST", "/api/account/push", bad)) == ["server.push-wrong"]


def with_mail(browser: Browser, post: Letters, address: str) -> None:
    had = len(post.found)
    browser.ask("PATCH", "/api/account", {"mail": address, "old": PASSWORD})
    letter = post.wait(had + 1)
    token = re.search(r"#/confirm/(\S+)", letter.get_content())
    assert token
    assert browser.ask("POST", "/api/account/confirm", {"token": token[1]}).status_code == 204


def test_one_letter_tells_of_all_that_waits_and_one_click_ends_it(tmp_path: Path):
    with letters() as post, club(tmp_path, mail=post.url, origins=(SITE,), mail_after=0.4) as client:
        eva, ana = Browser(client, "Eva"), Browser(client, "Ana")
        with_mail(eva, post, "eva@example.org")
        had = len(post.found)
        for _ in range(3):
            ana.ask("POST", "/api/challenges", {"game": "brunete", "to": "Eva"})
        letter = post.wait(had + 1)
        text = letter.get_content()
        assert letter["To"] == "eva@example.org"
        assert text.count("A game is offered to you") == 3, "one letter, not three"
        quiet = letter["List-Unsubscribe"].strip("<>")
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert quiet.startswith(f"{SITE}/api/quiet/")
        token = quiet.rpartition("/")[2]
        assert f"{SITE}/#/quiet/{token}" in text
        stranger = Browser(client)
        wrong = f"{eva.id}.{'0' * 32}"
        assert stranger.ask("POST", f"/api/quiet/{wrong}").status_code == 404
        assert eva.ask("GET", "/api/notices").json()["mail"] is True
        assert stranger.ask("POST", f"/api/quiet/{token}").status_code == 204, "whoever clicks need not be signed in"
        shown = eva.ask("GET", "/api/notices").json()
        assert (shown["mail"], shown["push"]) == (False, False)
        ana.ask("POST", "/api/challenges", {"game": "heralds", "to": "Eva"})
        assert client.portal is not None
        client.portal.call(client.app.app.state.notices.round, time.time() + 10)        # type: ignore[attr-defined]
        assert len(post.found) == had + 1
        assert eva.ask("PUT", "/api/account/habits", {"mail": True}).status_code == 204
        assert eva.ask("GET", "/api/notices").json()["mail"] is True


# -- vacations


def test_a_clock_over_days_begins_when_its_player_is_back():
    days, live = Terms(True, False, "days", 1000, 300, "loss"), Terms(True, False, "live", 600, 10, "loss")
    assert clocks.turned(days, [Clock(0, 1000.0)], {0}, 100.0, {0: 5000.0}) == [Clock(0, 1000.0, 5000.0, 6300.0)]
    assert clocks.turned(live, [Clock(0, 600.0)], {0}, 100.0, {0: 5000.0}) == [Clock(0, 600.0, 100.0, 700.0)]
    running = [Clock(0, 1000.0, 5000.0, 6300.0)]
    assert clocks.turned(days, running, set(), 200.0) == [Clock(0, 1000.0)], "who moves while he is away loses nothing"


def test_a_vacation_holds_clocks_over_days_and_a_year_has_thirty(tmp_path: Path):
    day = 24 * 3600.0
    with club(tmp_path) as client:
        table, (ana, eva) = met(client, "Ana", "Eva", pace="days", bank=int(day), step=int(day))
        act(ana, table)                  # the first die
        left = ana.ask("GET", f"/api/tables/{table}/state").json()["clocks"]
        mine, other = ("republican", "nationalist") if left["republican"]["runs"] else ("nationalist", "republican")
        assert left[mine]["runs"] is True
        if mine == "nationalist":
            ana, eva = eva, ana
        answer = ana.ask("POST", "/api/account/vacation", {"days": 10})
        assert answer.status_code == 200, answer.text
        assert (answer.json()["vacation"], round((answer.json()["away"] - time.time()) / day)) == (20, 10)
        after = ana.ask("GET", f"/api/tables/{table}/state").json()["clocks"]
        assert after[mine]["left"] - left[mine]["left"] == pytest.approx(10 * day, abs=60)
        assert after[other] == left[other]
        assert reasons(ana.ask("POST", "/api/account/vacation", {"days": 21})) == ["server.no-vacation"]
        assert eva.ask("GET", "/api/notices").json()["away"] == 0
