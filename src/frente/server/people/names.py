"""What people may call themselves, and which names are too much alike."""
from __future__ import annotations

import re
import unicodedata
from typing import Final

from frente.server.problem import Problem

SHORT: Final = 2
LONG: Final = 30
ALLOWED: Final = re.compile(r"[^\W_]+(?:[ ._-][^\W_]+)*")        # words of letters and digits
RESERVED: Final = ("frente", "admin", "operator", "moderator", "server", "system", "computer", "deleted")


def called(name: str) -> str:
    """A name as it is kept; Problem if nobody may be called so."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    scripts = {unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()}
    if not (SHORT <= len(name) <= LONG and ALLOWED.fullmatch(name) and len(scripts) <= 1):
        raise Problem(422, "account-name", {"short": SHORT, "long": LONG})
    if fold(name) in RESERVED or len(fold(name)) < SHORT:
        raise Problem(409, "account-taken")
    return name


def fold(name: str) -> str:
    """What is left of a name without what eyes overlook: case, accents, spaces, points."""
    bare = [c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum()]
    return "".join(c for c in unicodedata.normalize("NFKD", "".join(bare)) if not unicodedata.combining(c))[:80]
