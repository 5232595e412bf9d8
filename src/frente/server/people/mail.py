"""Letters, through the operator's mail server if there is one: FRENTE_MAIL=smtp://user:password@host:587/?from=…"""
from __future__ import annotations

import logging
import re
from email.message import EmailMessage
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib

from frente.server.problem import texts

LOG: Final = logging.getLogger("frente.server")
ADDRESS: Final = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[^\s@<>()\[\],;:\"\\]+\.[^\s@<>()\[\],;:\"\\]+", re.ASCII)
SECONDS: Final = 20.0


class Post:
    """*url*: smtp (STARTTLS where it is offered) or smtps; *site*: where links lead."""

    def __init__(self, url: str, site: str) -> None:
        parts = urlsplit(url)
        self.host = parts.hostname or ""
        self.port = parts.port or (465 if parts.scheme == "smtps" else 587)
        self.tls = parts.scheme == "smtps"
        self.user = unquote(parts.username or "")
        self.password = unquote(parts.password or "")
        self.sender = parse_qs(parts.query).get("from", [f"frente@{self.host}"])[0]
        self.site = site
        self.works = bool(self.host and site)        # a link must not lead where whoever asked for it wants

    async def send(self, to: str, language: str, kind: str, unsubscribe: str = "", **facts: str) -> bool:
        """A letter of the catalogue; False if it could not be sent, which is written down without its contents."""
        words = texts(language)
        letter = EmailMessage()
        letter["From"], letter["To"] = self.sender, to
        letter["Subject"] = words.say(f"letter.{kind}-subject", facts)
        if unsubscribe:
            letter["List-Unsubscribe"] = f"<{unsubscribe}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(words.say(f"letter.{kind}", {**facts, "site": self.site}))
        try:
            await aiosmtplib.send(letter, hostname=self.host, port=self.port, use_tls=self.tls, timeout=SECONDS,
                                  username=self.user or None, password=self.password or None)
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as e:
            LOG.error("a letter could not be sent: %s", type(e).__name__)
            return False
        return True


def address(text: str) -> str:
    """An address as it is kept; empty if it is none."""
    text = text.strip()
    name, _, host = text.rpartition("@")
    return f"{name}@{host.lower()}" if ADDRESS.fullmatch(text) and text.isprintable() else ""
