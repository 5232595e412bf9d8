"""Passkeys: what browsers are asked, and whether what they answer is what was asked."""
from __future__ import annotations

import json
import secrets
import time
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import Request
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from frente.server import work
from frente.server.people import accounts
from frente.server.people.schema import PASSKEYS, TOKENS
from frente.server.problem import Problem
from frente.server.seats import hashed
from frente.server.storage import Store

KIND: Final = "passkey"
MINUTES: Final = 5
MOST: Final = 10                         # of one account


class Passkeys:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def new(self, request: Request, account: str, name: str, fold: str = "") -> Any:
        """Options for a new passkey, of an account that is there, or that it is to open (*fold*)."""
        had = await self.store.read(accounts.passkeys, account)
        if len(had) >= MOST:
            raise Problem(409, "passkey-many", {"limit": MOST})
        challenge = await self._challenge(account, {"name": name, "fold": fold})
        return _json(generate_registration_options(
            rp_id=_site(request)[1], rp_name="Frente", user_id=account.encode(), user_name=name, challenge=challenge,
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(x["credential"])) for x in had],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED)))

    async def made(self, request: Request, credential: dict[str, Any],
                   label: str) -> tuple[dict[str, Any], dict[str, str]]:
        """The row of a new passkey, and what was noted when it was asked for."""
        asked = await self._spent(credential)
        origin, host = _site(request)
        try:
            found = verify_registration_response(
                credential=credential, expected_challenge=asked[1], expected_rp_id=host, expected_origin=origin,
                require_user_verification=True)
        except (WebAuthnException, ValueError, KeyError, TypeError) as e:
            raise Problem(403, "passkey-wrong") from e
        id = bytes_to_base64url(found.credential_id)
        row = {"hash": hashed(id), "account": asked[0]["account"], "credential": id, "count": found.sign_count,
               "public": bytes_to_base64url(found.credential_public_key), "created": time.time(),
               "label": "".join(x for x in label if x.isprintable()).strip()[:60]}
        return row, json.loads(asked[0]["note"])

    async def ask(self, request: Request) -> Any:
        """Options for whoever wants to come in; they say nothing of who has a passkey here."""
        challenge = await self._challenge("", {})
        return _json(generate_authentication_options(rp_id=_site(request)[1], challenge=challenge,
                                                     user_verification=UserVerificationRequirement.REQUIRED))

    async def shown(self, request: Request, credential: dict[str, Any]) -> str:
        """The account whose passkey was shown."""
        asked = await self._spent(credential)
        origin, host = _site(request)
        row = await self.store.read(accounts.passkey, hashed(str(credential.get("id"))))
        if row is None:
            raise Problem(403, "passkey-wrong")
        try:
            found = verify_authentication_response(
                credential=credential, expected_challenge=asked[1], expected_rp_id=host, expected_origin=origin,
                credential_public_key=base64url_to_bytes(row["public"]), credential_current_sign_count=row["count"],
                require_user_verification=True)
        except (WebAuthnException, ValueError, KeyError, TypeError) as e:
            raise Problem(403, "passkey-wrong") from e
        await self.store.do(work.Set(PASSKEYS.update().where(PASSKEYS.c.hash == row["hash"])
                                     .values(count=found.new_sign_count)))
        return str(row["account"])

    async def _challenge(self, account: str, note: dict[str, str]) -> bytes:
        challenge = secrets.token_bytes(32)
        await self.store.do(accounts.Add(TOKENS, {
            "hash": hashed(bytes_to_base64url(challenge)), "kind": KIND, "account": account, "note": json.dumps(note),
            "expires": time.time() + MINUTES * 60}))
        return challenge

    async def _spent(self, credential: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """What was asked, found by the challenge that the browser has signed; it is good for one answer."""
        try:
            client = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
            challenge = str(client["challenge"])
            raw = base64url_to_bytes(challenge)
        except (ValueError, KeyError, TypeError, RecursionError) as e:
            raise Problem(422, "passkey-wrong") from e
        asked = await self.store.read(accounts.token, hashed(bytes_to_base64url(raw)), KIND)
        if asked is None or not await self.store.do(accounts.Spend(asked["hash"])):
            raise Problem(403, "passkey-late")
        return asked, raw



def _site(request: Request) -> tuple[str, str]:
    """The page that asks, which the gate has found to be ours, and its host: to that a passkey is bound."""
    origin = request.headers.get("origin", "")
    host = urlsplit(origin).hostname or ""
    if not host:
        raise Problem(403, "origin")
    return origin, host


def _json(options: Any) -> Any:
    return json.loads(options_to_json(options))
