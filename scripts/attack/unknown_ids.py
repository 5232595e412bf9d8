"""Thousands of tables that do not exist are asked for, to fill the server's memory."""
from __future__ import annotations

import http.client

from attack.frame import CALM, Verdict, server

ASKED = 20_000
MEGABYTES = 5.0


def attack() -> Verdict:
    with server() as here:
        line = http.client.HTTPConnection("127.0.0.1", here.port, timeout=60)

        def ask(n: int) -> int:
            line.request("GET", f"/api/tables/unknown{n}/state",
                         headers={"x-forwarded-for": f"198.18.{n // 250 % 250}.1"})
            answer = line.getresponse()
            answer.read()
            return answer.status

        for n in range(1000):
            ask(n)
        before = here.memory()
        statuses = {ask(1000 + n) for n in range(ASKED)}
        grown = here.memory() - before
        served = here.ask("/games", client=CALM)[0]
    held = statuses <= {404, 429} and grown < MEGABYTES and served == 200
    return Verdict(held, f"{ASKED:,} unknown tables answered with {sorted(statuses)}; the server grew by "
                         f"{grown:.1f} MB")
