"""Who asks: the address behind a request, as limits count it and as it is kept."""
from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from secrets import token_bytes
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

LOG: Final = logging.getLogger("frente.server")
LOCAL: Final = "local"                   # a program on this machine, not through a proxy
ACCOUNT: Final = "@"                     # before the account of whoever is signed in
HOME: Final = 64                         # bits of an IPv6 address: what lies behind it belongs to one household
Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class Clients:
    """Tells clients apart. Only a proxy that was named is believed about whom it speaks for.

    *site*: others come through a proxy. If it was not named, nobody can be told from somebody on this machine.
    """

    def __init__(self, proxies: Sequence[Network] = (), site: bool = False) -> None:
        self.proxies = proxies
        self.local = bool(proxies) or not site
        self._warned = False

    def of(self, scope: Scope) -> str:
        """The client of a request; what is no address goes by its own name."""
        address = self.address(scope)
        if isinstance(address, str):
            return address
        if address.is_loopback and self.local and not _forwarded(scope):
            return LOCAL
        return prefix(address)

    def address(self, scope: Scope) -> Address | str:
        """Where a request comes from, behind the proxies we know."""
        peer = str(scope["client"][0]) if scope.get("client") else "?"
        address, forwarded = parsed(peer), _forwarded(scope)
        if address is None:
            return peer
        if forwarded and self.trusts(address):
            return self._behind(address, forwarded)
        if forwarded and address.is_loopback and not self._warned:
            self._warned = True
            LOG.warning("a proxy on this machine speaks for others, and all of them count as one client: "
                        "start with --trusted-proxy %s", address)
        return address

    def secure(self, scope: Scope) -> bool:
        """Whether the client speaks to us, or to a proxy of ours, over TLS."""
        peer = parsed(scope["client"][0]) if scope.get("client") else None
        if peer is not None and self.trusts(peer):
            return Headers(scope=scope).get("x-forwarded-proto", "") == "https"
        return scope.get("scheme") in ("https", "wss")

    def trusts(self, address: Address) -> bool:
        return within(address, self.proxies)

    def _behind(self, proxy: Address, forwarded: str) -> Address:
        """The last address that is not a proxy of ours: what stands before it may be invented."""
        found = proxy
        for text in reversed(forwarded.split(",")):
            address = parsed(text)
            if address is None:
                return found
            found = address
            if not self.trusts(address):
                break
        return found


def _forwarded(scope: Scope) -> str:
    return ",".join(Headers(scope=scope).getlist("x-forwarded-for"))


def parsed(text: str) -> Address | None:
    """An address, also with a port or a zone; one of IPv4 dressed up as IPv6 is one of IPv4."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def prefix(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((address, HOME), strict=False))


def within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks if network.version == address.version)


def network(text: str) -> Network:
    """ValueError if it is none."""
    return ip_network(text, strict=False)


def pseudonym(secret: bytes, client: str) -> str:
    """The name under which it is kept who set up a table: no address is written down."""
    if client == LOCAL:
        return LOCAL
    return hmac.new(secret, client.encode(), hashlib.sha256).hexdigest()[:32]


def secret_in(folder: Path) -> bytes:
    """The secret behind pseudonyms, made when it is first needed."""
    path = folder / "secret"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        draft = folder / f"secret.{token_bytes(4).hex()}"
        draft.touch(0o600)
        draft.write_bytes(token_bytes(32))
        draft.replace(path)
        return path.read_bytes()
