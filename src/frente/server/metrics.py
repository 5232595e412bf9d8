"""What an operator watches: counts and times in the form Prometheus reads."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from frente.server.door import Door
    from frente.server.hall import Hall

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG: Final = 0.5                         # seconds between two looks at how late the loop is


class Metrics:
    """One set for each server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("frente_requests", "requests answered", ["route", "method", "status"],
                                registry=self.registry)
        self.seconds = Histogram("frente_request_seconds", "from a request to its answer", ["route"], buckets=QUICK,
                                 registry=self.registry)
        self.refusals = Counter("frente_refusals", "requests and messages refused, by reason", ["key"],
                                registry=self.registry)
        self.messages = Counter("frente_messages", "messages of clients on sockets", ["type"], registry=self.registry)
        self.acts = Counter("frente_acts", "acts stored", registry=self.registry)
        self.commits = Histogram("frente_commit_seconds", "from a change to its being on disk", buckets=QUICK,
                                 registry=self.registry)
        self.lag = Histogram("frente_loop_lag_seconds", "how late the event loop is", buckets=QUICK,
                             registry=self.registry)

    def stored(self, seconds: float, acts: int) -> None:
        self.commits.observe(seconds)
        self.acts.inc(acts)

    def watch(self, hall: Hall, door: Door | None) -> None:
        self.registry.register(_Now(hall, door))

    async def measure_lag(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            due = now() + LAG
            await asyncio.sleep(LAG)
            self.lag.observe(max(0.0, now() - due))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Now(Collector):
    """What is counted elsewhere, as it is when it is asked for."""

    def __init__(self, hall: Hall, door: Door | None) -> None:
        self.hall = hall
        self.door = door

    def collect(self) -> Iterator[Metric]:
        hall, workers, door = self.hall, self.hall.thinkers, self.door
        yield GaugeMetricFamily("frente_tables_open", "tables in memory", hall.open_tables())
        yield GaugeMetricFamily("frente_sockets", "sockets at tables", hall.sockets())
        yield GaugeMetricFamily("frente_bots_stuck", "computer players that could not go on", hall.stuck())
        yield GaugeMetricFamily("frente_turns_waiting", "turns that wait in the database", hall.line[0])
        yield GaugeMetricFamily("frente_turns_wait_seconds", "how long the first of them has been due", hall.line[1])
        yield GaugeMetricFamily("frente_jobs_waiting", "jobs that wait for a worker", workers.waiting())
        yield GaugeMetricFamily("frente_jobs_wait_seconds", "how long the oldest of them waits", workers.oldest())
        yield GaugeMetricFamily("frente_jobs_running", "jobs in workers", workers.running())
        yield CounterMetricFamily("frente_workers_lost", "workers that died or were ended", workers.lost)
        if door is not None:
            yield GaugeMetricFamily("frente_connections", "open connections", len(door.inside))
            yield CounterMetricFamily("frente_connections_turned_away", "connections beyond the limits",
                                      door.turned_away)
            yield CounterMetricFamily("frente_connections_cut", "idle and stuck connections that were cut", door.cut)
