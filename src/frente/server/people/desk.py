"""Where people sign up, sign in and look after their account.

What is refused does not tell whether a name or an address is known here: an unknown name takes as long as a wrong
password, and a letter that is asked for is sent or not without a word.
"""
from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any, Final

from starlette.requests import Request

from frente.kernel.referee import Refused
from frente.server.clients import LOCAL
from frente.server.hall import Hall
from frente.server.limits import Buckets
from frente.server.people import accounts, challenges, frames, mail, names, passwords
from frente.server.people.passkeys import Passkeys
from frente.server.people.schema import PASSKEYS, TOKENS
from frente.server.people.sessions import Person, Sessions
from frente.server.problem import LANGUAGES, Problem
from frente.server.seats import fresh_id, hashed
from frente.server.settings import Settings

LOG: Final = logging.getLogger("frente.server")
HOUR: Final = 3600.0
LETTERS: Final = (1 / 600, 5)            # to one address


class Desk:
    def __init__(self, settings: Settings, hall: Hall) -> None:
        limits = settings.limits
        self.hall = hall
        self.store = hall.store
        self.sessions = Sessions(hall.store)
        self.passwords = passwords.Passwords(*settings.hashing)
        self.passkeys = Passkeys(hall.store)
        self.post = mail.Post(settings.mail, settings.origins[0] if settings.origins else "")
        self.keys = limits.keys
        self._new = Buckets(*limits.sign_ups)
        self._tries = Buckets(*limits.tries)         # of one client at one name
        self._guesses = Buckets(*limits.guesses)     # of everybody at one name, and of one client at all names
        self._letters = Buckets(*LETTERS)
        self._sending: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        self.passwords.close()
        await asyncio.gather(*self._sending, return_exceptions=True)

    # -- coming in

    async def sign_up(self, client: str, wanted: frames.SignUp) -> str:
        """A new account with a password."""
        name = await self.free(client, wanted.name)
        passwords.check(wanted.password, name)
        row = account(name, await self.passwords.hash(wanted.password))
        if not await self.store.do(accounts.Make(row)):
            raise Problem(409, "account-taken")
        return str(row["id"])

    async def free(self, client: str, name: str) -> str:
        """The name as it would be kept, if it is still to be had."""
        name = names.called(name)
        if client != LOCAL:
            _wait(self._new.take(client))
        if await self.store.read(accounts.by_fold, names.fold(name)) is not None:
            raise Problem(409, "account-taken")
        return name

    async def sign_in(self, client: str, wanted: frames.SignIn) -> str:
        """The account of a name and its password."""
        fold = names.fold(wanted.name)
        self.guess(client, fold)
        row = await self.store.read(accounts.by_fold, fold)
        if not await self.passwords.fits(row["password"] if row else None, wanted.password) or row is None:
            raise Problem(403, "sign-in-wrong")
        if self.passwords.outdated(row["password"]):
            again = await self.passwords.hash(wanted.password)
            await self.store.do(accounts.Change(row["id"], password=again))
        return str(row["id"])

    def guess(self, client: str, fold: str) -> None:
        """Problem if a password has been tried too often."""
        _wait(self._tries.take(f"{client} {fold}"))
        _wait(max(self._guesses.take(f"name {fold}"), self._guesses.take(f"client {client}")))

    async def open_with_passkey(self, request: Request, person: Person | None, wanted: frames.Credential) -> str:
        """A new passkey, and with it perhaps a new account."""
        row, note = await self.passkeys.made(request, wanted.credential, wanted.label)
        if note["fold"]:
            new = account(note["name"], None) | {"id": row["account"]}
            if not await self.store.do(accounts.Make(new, row)):
                raise Problem(409, "account-taken")
        elif person is None or person.id != row["account"]:
            raise Problem(403, "passkey-wrong")
        elif not await self.store.do(accounts.Add(PASSKEYS, row)):
            raise Problem(409, "passkey-wrong")
        return str(row["account"])

    # -- one's own account

    async def shown(self, person: Person) -> dict[str, Any]:
        row = await self.row(person)
        keys = await self.store.read(accounts.passkeys, person.id)
        return {"id": person.id, "name": row["name"], "role": row["role"], "mail": row["mail"] or "",
                "language": row["language"], "hidden": bool(row["hidden"]), "created": row["created"],
                "password": bool(row["password"]), "banned": row["banned"] if row["banned"] > time.time() else 0,
                "passkeys": [{"id": x["hash"][:16], "label": x["label"], "created": x["created"]} for x in keys]}

    async def row(self, person: Person) -> dict[str, Any]:
        row = await self.store.read(accounts.by_id, person.id)
        if row is None:
            raise Problem(401, "sign-in-first")
        return row

    async def change(self, client: str, person: Person, wanted: frames.ChangeAccount) -> None:
        values: dict[str, Any] = {}
        if wanted.language is not None:
            if wanted.language not in LANGUAGES:
                raise Problem(422, "no-language", {"language": wanted.language[:20],
                                                   "languages": ", ".join(LANGUAGES)})
            values["language"] = wanted.language
        if wanted.hidden is not None:
            values["hidden"] = wanted.hidden
        if wanted.name is not None:
            name = names.called(wanted.name)
            values |= {"name": name, "fold": names.fold(name)}
        if wanted.password is not None or wanted.mail is not None:
            await self.proven(client, person, wanted.old)
        if wanted.mail is not None:
            await self._new_mail(person, wanted.mail)
        if wanted.password is not None:
            passwords.check(wanted.password, person.name)
            new = await self.passwords.hash(wanted.password)
            gone = [s["hash"] for s in await self.sessions.of(person.id) if s["hash"] != person.session]
            await self.store.do(accounts.Password(person.id, new, person.session))
            self.hall.dismiss(set(gone))
        if values and not await self.store.do(accounts.Change(person.id, **values)):
            raise Problem(409, "account-taken")
        if "name" in values:
            self.hall.call(person.id, values["name"])

    async def proven(self, client: str, person: Person, password: str) -> None:
        """Whoever finds a browser open does not take over the account: its password, or a session that is young."""
        row = await self.row(person)
        if row["password"]:
            self.guess(client, row["fold"])
            if not await self.passwords.fits(row["password"], password):
                raise Problem(403, "password-wrong")
        elif person.since < time.time() - HOUR:
            raise Problem(403, "sign-in-again")

    async def erase(self, client: str, person: Person, wanted: frames.DeleteAccount) -> None:
        if names.fold(wanted.name) != names.fold(person.name):
            raise Problem(422, "delete-name")
        await self.proven(client, person, wanted.password)
        await self.end_all(person)
        await self.give_up(person)
        await self.store.do(accounts.Erase(person.id))
        self.hall.call(person.id, "")

    async def give_up(self, person: Person) -> None:
        """Nobody is to wait for ever for somebody who has gone; nobody else has the keys of his seats."""
        for id, side in await self.store.read(challenges.going_on, person.id):
            try:
                await (await self.hall.fresh(id)).resign(side)
            except (Problem, Refused) as e:          # it has ended meanwhile, or can no longer be opened
                LOG.info("a game of a deleted account was not given up: %s", e)

    async def end_all(self, person: Person) -> None:
        """Sign out everywhere, here too."""
        hashes = {s["hash"] for s in await self.sessions.of(person.id)}
        await self.sessions.end(*hashes)
        self.hall.dismiss(hashes)

    async def claim(self, person: Person, keys: list[str]) -> None:
        if len(keys) > self.keys:
            raise Problem(422, "too-many-keys", {"limit": self.keys})
        mine = {hashed(k) for k in keys if k}
        if mine:
            await self.store.do(accounts.Claim(person.id, person.name, mine))
            self.hall.seat(person.id, person.name, mine)

    # -- letters

    async def _new_mail(self, person: Person, text: str) -> None:
        """An address counts when whoever reads it says so."""
        if not text.strip():
            await self.store.do(accounts.Change(person.id, mail=None))
            return
        to = mail.address(text)
        if not to:
            raise Problem(422, "mail-wrong")
        if not self.post.works:
            raise Problem(409, "mail-none")
        _wait(self._letters.take(to.casefold()))
        token = await self._token("confirm", person.id, to, 24 * HOUR)
        self._send(self.post.send(to, person.language, "confirm", name=person.name,
                                  link=f"{self.post.site}/#/confirm/{token}"))

    async def confirm(self, token: str) -> None:
        row = await self._spent("confirm", token)
        await self.store.do(accounts.Change(row["account"], mail=row["note"]))

    async def recover(self, text: str) -> None:
        """A letter to whoever has that address; nobody is told whether there is anybody."""
        to = mail.address(text)
        if not to:
            raise Problem(422, "mail-wrong")
        if not self.post.works:
            raise Problem(409, "mail-none")
        _wait(self._letters.take(to.casefold()))
        self._send(self._recover(to))

    async def _recover(self, to: str) -> None:
        for row in await self.store.read(accounts.by_mail, to):
            token = await self._token("recover", row["id"], "", HOUR)
            await self.post.send(to, row["language"], "recover", name=row["name"],
                                 link=f"{self.post.site}/#/recover/{token}")

    async def renew(self, wanted: frames.UseToken) -> str:
        """A new password by what a letter brought; every session ends."""
        row = await self.store.read(accounts.token, hashed(wanted.token), "recover")
        if row is None:
            raise Problem(403, "token-late")
        known = await self.store.read(accounts.by_id, row["account"])
        passwords.check(wanted.password, known["name"] if known else "")
        new = await self.passwords.hash(wanted.password)
        await self._spent("recover", wanted.token)
        hashes = {s["hash"] for s in await self.sessions.of(row["account"])}
        await self.store.do(accounts.Password(row["account"], new))
        self.hall.dismiss(hashes)
        return str(row["account"])

    async def _token(self, kind: str, account: str, note: str, seconds: float) -> str:
        token = secrets.token_urlsafe(24)
        await self.store.do(accounts.Add(TOKENS, {"hash": hashed(token), "kind": kind, "account": account,
                                                  "note": note, "expires": time.time() + seconds}))
        return token

    async def _spent(self, kind: str, token: str) -> dict[str, Any]:
        row = await self.store.read(accounts.token, hashed(token), kind)
        if row is None or not await self.store.do(accounts.Spend(row["hash"])):
            raise Problem(403, "token-late")
        return row

    def _send(self, work: Coroutine[Any, Any, Any]) -> None:
        """Beside the answer, which does not tell by its time whether there was anything to send."""
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


def account(name: str, password: str | None) -> dict[str, Any]:
    """The row of a new account."""
    return {"id": fresh_id(), "name": name, "fold": names.fold(name), "password": password, "mail": None, "role": "",
            "language": "en", "hidden": False, "banned": 0.0, "created": time.time(), "gone": None}


def _wait(seconds: float) -> None:
    if seconds > 0:
        shown = max(1, round(seconds))
        raise Problem(429, "too-fast", {"seconds": shown}, {"retry-after": str(shown)})
