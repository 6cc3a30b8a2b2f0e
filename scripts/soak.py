#!/usr/bin/env python3
"""Loads one engine process heavily and watches its answers, its memory and its threads.

- 64 threads on whatever processors there are: every stop is answered in time.
- Hash from 1 MiB to half of the free memory and back, in the middle of searches.
- Changes of the game, each with a short search.
- `go movetime 1`, over and over.

After each part the process has as many threads as before and about the memory that it had. The exit code is 1
where something was missed. Times are taken at the pipe; `--patience` multiplies what they may take, for machines that do
other work at the same time.
"""

import argparse
import random
import sys
import time

from conversation import CARYATID, Conversation, Ended, Silence

GAMES = "chess avatar capablanca gothic embassy janus grand shako avon avp awarichess".split()
# Milliseconds from `stop` to `bestmove` with 64 threads.
STOP = 100
# Milliseconds of a whole `go movetime 1`.
ANSWER = 100
# MiB that may be in use in the end beyond what was in use before.
GROWTH = 16
WAIT = 60


class Soak:
    """The process under load, and what was missed."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.source = random.Random(arguments.seed)
        self.talk = Conversation(arguments.engine)
        self.missed = 0
        self.talk.send("uci")
        self.talk.heard("uciok", WAIT)
        self.set("Hash", 16)

    def ready(self):
        """Everything that was sent is obeyed."""
        self.talk.send("isready")
        return self.talk.heard("readyok", WAIT)[0]

    def set(self, name, value):
        """Sets an option; gives what is said about it."""
        self.talk.send(f"setoption name {name} value {value}")
        return self.ready()

    def search(self, limit):
        """Milliseconds of a whole search."""
        began = self.talk.send(f"go {limit}")
        lines, ended = self.talk.heard("bestmove", WAIT)
        if sum(line.startswith("bestmove") for line in lines) != 1:
            self.miss(f"{limit}: not one answer but {lines}")
        return (ended - began) * 1000

    def stopped(self, seconds):
        """Milliseconds from `stop` to the answer of an endless search that has run for a while."""
        self.talk.send("go infinite")
        self.talk.heard("info depth", WAIT)
        time.sleep(seconds)
        began = self.talk.send("stop")
        return (self.talk.heard("bestmove", WAIT)[1] - began) * 1000

    def miss(self, what):
        """Something is not as it must be."""
        self.missed += 1
        print(f"MISSED {what}", flush=True)

    def times(self, what, values, limit):
        """Prints median and maximum."""
        ordered = sorted(values)
        limit *= self.arguments.patience
        middle, late = ordered[len(ordered) // 2], sum(value > limit for value in ordered)
        print(f"{what}: {len(ordered)} times, median {middle:.1f} ms, longest {ordered[-1]:.1f} ms", flush=True)
        if late:
            self.miss(f"{what}: {late} of {len(ordered)} later than {limit:.0f} ms")

    def settled(self, what, threads, memory):
        """Threads and memory are what they were."""
        self.search("depth 1")
        time.sleep(0.2)
        now, used = self.talk.threads(), self.talk.memory()
        print(f"{what}: {threads} -> {now} threads, {memory:.0f} -> {used:.0f} MiB", flush=True)
        if now != threads:
            self.miss(f"{what}: {now} threads, not {threads}")
        if used > memory + GROWTH:
            self.miss(f"{what}: {used:.0f} MiB, not about {memory:.0f}")

    def many_threads(self, count=None):
        """64 threads, stopped at random moments."""
        waits = []
        count = count or self.arguments.stops
        for _ in range(count):
            self.set("UCI_Variant", self.source.choice(GAMES))
            self.set("Threads", 64)
            waits.append(self.stopped(self.source.uniform(0.05, 0.4)))
        self.times("stop with 64 threads", waits, STOP)
        late = [self.search("movetime 100") - 100 for _ in range(count)]
        self.times("beyond movetime 100 with 64 threads", late, STOP)
        self.set("Threads", 1)

    def tables(self):
        """The table grows and shrinks while a search runs. Too much is said and brought into bounds."""
        self.set("UCI_Variant", "chess")
        free = next(line for line in open("/proc/meminfo", encoding="ascii") if line.startswith("MemAvailable:"))
        most = min(int(free.split()[1]) // 1024 // 2, self.arguments.largest)
        sizes, size = [], 1
        while size < most:
            sizes.append(size)
            size *= 4
        sizes.append(most)
        for size in sizes + sizes[::-1]:
            self.talk.send("go infinite")
            self.talk.heard("info depth", WAIT)
            time.sleep(0.02)
            said = self.set("Hash", size)
            answers = sum(line.startswith("bestmove") for line in said)
            if answers != 1:
                self.miss(f"Hash {size} in a search: {answers} answers")
            self.search("nodes 2000")
        print(f"tables: 1 to {most} MiB and back in searches", flush=True)
        self.set("Hash", 16)

    def switches(self):
        """Another game, many times."""
        for _ in range(self.arguments.switches):
            self.talk.send(f"setoption name UCI_Variant value {self.source.choice(GAMES)}")
            self.search("nodes 50")

    def short_searches(self):
        """Hardly any time for each answer."""
        for part in range(4):
            self.set("UCI_Variant", GAMES[-1 - part])
            count = self.arguments.searches // 4
            self.times(f"movetime 1, {GAMES[-1 - part]}", [self.search("movetime 1") for _ in range(count)], ANSWER)

    def run(self):
        """All parts; gives how much was missed."""
        self.set("UCI_Variant", "chess")
        self.search("movetime 100")
        for game in GAMES:
            self.set("UCI_Variant", game)
            self.search("nodes 20000")
        self.set("UCI_Variant", "chess")
        # What the system's allocator keeps from the first times for the next is no leak, and it may keep less of one
        # time than of another.
        memory = 0
        for _ in range(3):
            self.many_threads(5)
            self.set("UCI_Variant", "chess")
            self.search("nodes 20000")
            threads, memory = self.talk.threads(), max(memory, self.talk.memory())
        for part in (self.many_threads, self.tables, self.switches, self.short_searches):
            name = part.__name__.replace("_", " ")
            began = time.perf_counter()
            part()
            self.set("UCI_Variant", "chess")
            print(f"{name}: {time.perf_counter() - began:.1f} s", flush=True)
            self.settled(name, threads, memory)
        self.talk.send("quit")
        began = time.perf_counter()
        code = self.talk.end(WAIT)
        if code != 0 or time.perf_counter() - began > self.arguments.patience:
            self.miss(f"the end: exit code {code} after {time.perf_counter() - began:.2f} s")
        if self.talk.complaints:
            self.miss(f"on stderr: {self.talk.complaints[:5]}")
        return self.missed


def main():
    """Runs the parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=CARYATID, help="the engine (target/release/caryatid)")
    parser.add_argument("--stops", type=int, default=100, help="stops with 64 threads (100)")
    parser.add_argument("--switches", type=int, default=1000, help="changes of the game (1000)")
    parser.add_argument("--searches", type=int, default=10000, help="searches of a millisecond (10000)")
    parser.add_argument("--largest", type=int, default=1 << 20, help="largest table in MiB (half of the free memory)")
    parser.add_argument("--patience", type=float, default=1, help="times that answers may take longer (1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of moments and games (1)")
    parser.add_argument("--short", action="store_true", help="little of each, tables of at most 512 MiB, patience 10")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.stops, arguments.switches, arguments.searches = 10, 60, 400
        arguments.largest, arguments.patience = 512, 10
    try:
        missed = Soak(arguments).run()
    except (Silence, Ended) as fault:
        print(f"MISSED {fault}")
        missed = 1
    print(f"missed: {missed}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
