"""A PostgreSQL server of its own for the tests, from Debian's binaries."""
from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

BINARIES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin")


def binary(name: str) -> str:
    """Debian keeps the server's programs out of the path."""
    found = sorted((p for pattern in BINARIES for p in Path("/").glob(f"{pattern[1:]}/{name}")), key=_version)
    where = str(found[-1]) if found else shutil.which(name)
    assert where, f"{name} is not here: install Debian's package postgresql"
    return where


def _version(path: Path) -> int:
    number = path.parent.parent.name
    return int(number) if number.isdigit() else 0


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database; the server is gone afterwards. It listens in a folder of its own, not at a port,
    which somebody else might take first."""
    root = Path(mkdtemp(prefix="frente-pg-", dir="/tmp"))
    user = None
    if os.getuid() == 0:                 # the server refuses to run as root
        user = "postgres" if _known("postgres") else "nobody"
        shutil.chown(root, user)
    try:
        _run([binary("initdb"), "-D", str(root / "data"), "-U", "frente", "-A", "trust", "-E", "UTF8", "--no-locale",
              "-N"], user)
        control(root, "start")
        try:
            yield f"postgresql://frente@/postgres?host={root}"
        finally:
            control(root, "stop")
    finally:
        shutil.rmtree(root, ignore_errors=True)


def control(root: Path, what: str) -> None:
    """Start or stop the server whose folder this is."""
    options = f"-c listen_addresses='' -c unix_socket_directories={root}"
    more = ["-t", "240", "-l", str(root / "log"), "-o", options] if what == "start" else ["-m", "immediate"]
    user = pwd.getpwuid(root.stat().st_uid).pw_name if os.getuid() == 0 else None
    _run([binary("pg_ctl"), "-D", str(root / "data"), "-w", *more, what], user)


def dump(url: str, path: Path) -> None:
    """A backup of a database, as operators make it."""
    _run([binary("pg_dump"), "-Fc", "-f", str(path), "-d", url], None)


def restore(url: str, path: Path) -> None:
    _run([binary("pg_restore"), "--clean", "--if-exists", "--no-owner", "-d", url, str(path)], None)


def _run(command: list[str], user: str | None) -> None:
    done = subprocess.run(command, user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr


def _known(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
