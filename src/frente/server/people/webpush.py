"""Messages to browsers that are not open: encrypted for the browser (RFC 8291), signed by the server (VAPID, RFC 8292).

The encryption is two derivations and one cipher of the cryptography package; the RFC's own example is a test. Where a
message goes to is chosen by whoever subscribes, so it is only ever sent over TLS and to public addresses.
"""
from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import ssl
import time
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SECONDS: Final = 10.0                    # until a push service must have answered
LASTS: Final = 24 * 3600                 # seconds for which it keeps a message
SIGNED: Final = 12 * 3600
RECORD: Final = 4096
GONE: Final = (404, 410)                 # the browser does not want it any more


class NoSuchPlace(Exception):
    """An endpoint to which nothing is sent."""


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    """ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def fresh_key() -> str:
    """A private key of this server, as it is kept."""
    return unpadded(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big"))


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(padded(text), "big"), ec.SECP256R1())


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def public(text: str) -> str:
    """What browsers are told of a private key."""
    return unpadded(point(private(text).public_key()))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(text: bytes, theirs: str, auth: str, salt: bytes | None = None,
              ours: ec.EllipticCurvePrivateKey | None = None) -> bytes:
    """For the browser with that public key; ValueError if it is no key."""
    salt, ours = salt or os.urandom(16), ours or ec.generate_private_key(ec.SECP256R1())
    them = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(theirs))
    here = point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), them)
    secret = _derived(shared, padded(auth), b"WebPush: info\0" + point(them) + here, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(here)]) + here
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def signature(key: str, endpoint: str, contact: str) -> str:
    """The header by which a push service knows who sends."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED, "sub": contact}
    head = ".".join(unpadded(json.dumps(x).encode()) for x in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(private(key).sign(head.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={head}.{unpadded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={public(key)}"


def place(endpoint: str, anywhere: bool = False) -> tuple[str, int, str, str]:
    """Host, port, path and the address that stands behind the host; NoSuchPlace if it is not one for everybody."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise NoSuchPlace from None
    if not (endpoint.isascii() and endpoint.isprintable() and parts.hostname) or parts.username:
        raise NoSuchPlace
    if not anywhere and (parts.scheme != "https" or port not in (None, 443)):
        raise NoSuchPlace
    try:
        found = socket.getaddrinfo(parts.hostname, port or 443, type=socket.SOCK_STREAM)[0][4][0]
    except (OSError, UnicodeError, IndexError):
        raise NoSuchPlace from None
    if not anywhere and not ip_address(found).is_global:
        raise NoSuchPlace
    return parts.hostname, port or 443, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), str(found)


def send(endpoint: str, theirs: str, auth: str, text: str, key: str, contact: str, anywhere: bool = False) -> int:
    """The status a push service answers. Blocks: call it from a thread."""
    host, port, path, address = place(endpoint, anywhere)
    line = socket.create_connection((address, port), SECONDS)         # the address that was looked at, and no other
    try:
        if urlsplit(endpoint).scheme == "https":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = line
        connection.request("POST", path, encrypted(text.encode(), theirs, auth), {
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(LASTS),
            "urgency": "normal", "authorization": signature(key, endpoint, contact)})
        return connection.getresponse().status
    finally:
        line.close()
