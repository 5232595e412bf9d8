"""Files and data that change only with a new version: typed, tagged, compressed once."""
from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from frente.server.problem import Problem

TYPES: Final = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
    ".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
    ".jpg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon", ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8", ".md": "text/plain; charset=utf-8", ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg"}
PACKED: Final = (".png", ".jpg", ".webp", ".woff2", ".mp3", ".ogg")      # compressed by themselves
SMALL: Final = 600


class Asset:
    def __init__(self, body: bytes, kind: str, packed: bool = False) -> None:
        self.body = body
        self.kind = kind
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        self._gzip = b"" if packed or len(body) < SMALL else gzip.compress(body, 6, mtime=0)

    def answer(self, request: Request) -> Response:
        """The whole, or “you have it already”."""
        headers = {"etag": self.etag, "cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
        known = [t.strip().removeprefix("W/") for t in request.headers.get("if-none-match", "").split(",")]
        if self.etag in known:
            return Response(status_code=304, headers=headers)
        if self._gzip and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._gzip, headers={**headers, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


class Folder:
    """The files of a folder, read again when they change."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._read: dict[str, tuple[tuple[int, int], Asset]] = {}

    def find(self, name: str) -> Asset:
        path = (self.root / name).resolve() if "\0" not in name else self.root
        try:
            seen = path.stat()
        except (OSError, ValueError):
            raise Problem(404, "not-found") from None
        kind = TYPES.get(path.suffix)
        if not path.is_relative_to(self.root) or kind is None or not path.is_file():
            raise Problem(404, "not-found")
        stamp = (seen.st_mtime_ns, seen.st_size)
        kept = self._read.get(str(path))
        if kept is None or kept[0] != stamp:
            kept = self._read[str(path)] = (stamp, Asset(path.read_bytes(), kind, path.suffix in PACKED))
        return kept[1]
