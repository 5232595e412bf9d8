"""What goes wrong on the command line, and how it is told: one sentence, exit status 2, never a traceback."""
from __future__ import annotations

import errno
import os
import signal
import sys
from typing import Final

from frente.coverage import CoverageError
from frente.kernel.catalog import UnknownName
from frente.kernel.codec import CodecError
from frente.kernel.packs import DataError
from frente.kernel.record import RecordError
from frente.kernel.referee import Refused
from frente.lab import LabError

WRONG: Final = 2                         # exit status of everything the user can mend
INTERRUPTED: Final = 130
DEBUG: Final = "FRENTE_DEBUG"            # set it to see where an unexpected error comes from


class Fault(Exception):
    """Something the user can mend; the text says what and how."""


def told(error: BaseException) -> int:
    """Say what went wrong; the exit status."""
    if isinstance(error, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)         # once is enough
        complain("Interrupted.")
        return INTERRUPTED
    if isinstance(error, BrokenPipeError) or (isinstance(error, OSError) and error.errno == errno.EPIPE):
        silence(sys.stdout)
        complain("Whoever was reading the output has closed it, so the rest was not written.")
        return WRONG
    if isinstance(error, DataError):
        print(error, file=sys.stderr)    # file:line: reason, as editors and compilers write it
        return WRONG
    if isinstance(error, Fault | UnknownName | CodecError | RecordError | Refused | CoverageError | LabError):
        complain(str(error))
        return WRONG
    if isinstance(error, OSError):
        silence(sys.stdout)
        what = f"{error.filename}: " if error.filename else "The output could not be written: "
        complain(f"{what}{error.strerror or error}.")
        return WRONG
    if os.environ.get(DEBUG):
        raise error
    complain(f"Something went wrong that should not have ({type(error).__name__}: {error}). "
             f"Please report it; with {DEBUG}=1 in the environment the place is shown.")
    return 1


def complain(text: str) -> None:
    try:
        print(f"frente: {text}", file=sys.stderr, flush=True)
    except OSError:                      # nobody is left to tell
        silence(sys.stderr)


def silence(stream: object) -> None:
    """What is still in the buffer cannot be written: do not try again when Python ends."""
    fileno = getattr(stream, "fileno", None)
    if fileno is not None:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, fileno())
            os.close(nowhere)
        except (OSError, ValueError):    # not a file of the system at all
            return
