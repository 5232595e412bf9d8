"""What has been found out so far: one line of JSON per mutant that was run, the last line counts."""
from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from mutation.mutant import Mutant
from mutation.suite import Suite

KILLED, SURVIVED, REFUSED, BROKEN = "killed", "survived", "refused", "broken"


@dataclass(frozen=True)
class Result:
    key: str                             # of the mutant
    code: str                            # fingerprint of what it changes
    status: str
    level: str = ""                      # of the tests that killed it: rule, function; or noticed it: others, play
    by: str = ""                         # that test, or what went wrong
    proof: str = ""                      # fingerprint of the tests the verdict rests on
    cpu: float = 0.0

    def holds(self, m: Mutant, suite: Suite) -> bool:
        """Whether a run would still end the same: nothing it rests on has changed."""
        if self.code != m.code or self.status == BROKEN:
            return False
        if self.status == KILLED:
            return self.by in suite.of(m.wide) and self.proof == suite.proof(m, self.by)
        return self.status == REFUSED or self.proof == suite.proof(m)


class Results:
    def __init__(self, path: Path, suite: Suite) -> None:
        self.path, self.suite = path, suite
        self.known: dict[str, Result] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                try:
                    found = Result(**json.loads(line))
                except (ValueError, TypeError):                # a line cut short, or of an older tool
                    continue
                self.known[found.key] = found

    def of(self, m: Mutant) -> Result | None:
        found = self.known.get(m.key)
        return found if found and found.holds(m, self.suite) else None

    def add(self, result: Result) -> None:
        self.known[result.key] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
