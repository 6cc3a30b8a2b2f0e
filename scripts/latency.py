#!/usr/bin/env python3
"""Measures what a user waits for: stop to bestmove, start to uciok, and the memory in use.

Stops fall at random moments of `go infinite` along a game. The exit code is 1 where a demand is missed.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time

from uci import CARYATID, Engine, random_positions


def report(what, values, unit, limits):
    """Prints median and maximum beside their limits; gives whether they are kept."""
    measured = (statistics.median(values), max(values))
    kept = all(limit is None or value <= limit for value, limit in zip(measured, limits))
    shown = [f"{value:8.2f}" + (f" (at most {limit})" if limit else "") for value, limit in zip(measured, limits)]
    print(f"{what:34} median {shown[0]}   max {shown[1]} {unit}{'' if kept else '   MISSED'}", flush=True)
    return kept


def stops(arguments, threads):
    """Milliseconds from `stop` to `bestmove`."""
    source = random.Random(arguments.seed)
    waits = []
    with Engine(arguments.engine, arguments.variant, Threads=threads, Hash=16) as engine:
        positions = random_positions(engine, max(1, arguments.tries // 10), (0, 30), arguments.seed)
        for attempt in range(arguments.tries):
            engine.send(f"position {positions[attempt % len(positions)]}")
            engine.ready()
            engine.send("go infinite")
            time.sleep(source.uniform(0.002, 0.15))
            began = time.perf_counter()
            engine.send("stop")
            engine.wait("bestmove")
            waits.append((time.perf_counter() - began) * 1000)
    return report(f"stop to bestmove, {threads} thread(s)", waits, "ms", (1, 10))


def starts(arguments):
    """Milliseconds from starting the process to `uciok`."""
    waits = []
    for _ in range(arguments.starts):
        began = time.perf_counter()
        process = subprocess.Popen([arguments.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("uci\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("uciok"):
                break
        waits.append((time.perf_counter() - began) * 1000)
        process.communicate("quit\n")
    return report("start to uciok", waits, "ms", (20, 20))


def memory(arguments, hash_size, threads):
    """The most memory of a process that searches every game, in MiB."""
    with Engine(arguments.engine, Threads=threads, Hash=hash_size) as engine:
        for variant in ("chess", "grand", "avatar"):
            engine.option("UCI_Variant", variant)
            engine.search("startpos", f"movetime {arguments.memory_seconds * 1000:.0f}")
        peak = engine.peak_memory()
    limit = hash_size + 24 + 8 * threads
    verdict = "" if peak <= limit else "   MISSED"
    print(f"peak memory, Hash {hash_size} Threads {threads}: {peak:.1f} MiB (at most {limit}){verdict}", flush=True)
    return peak <= limit


def main():
    """Measures all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=CARYATID, help="the engine (target/release/caryatid)")
    parser.add_argument("--variant", default="avatar", help="game for the stops (avatar)")
    parser.add_argument("--tries", type=int, default=200, help="stops for each number of threads (200)")
    parser.add_argument("--starts", type=int, default=20, help="starts of the process (20)")
    parser.add_argument("--memory-seconds", type=float, default=3, help="seconds of a search for memory (3)")
    parser.add_argument("--seed", type=int, default=1, help="seed of positions and moments (1)")
    parser.add_argument("--short", action="store_true", help="few tries, to see that everything works")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.tries, arguments.starts, arguments.memory_seconds = 20, 5, 0.5
    kept = [starts(arguments)]
    kept += [stops(arguments, threads) for threads in (1, 2)]
    kept += [memory(arguments, *setting) for setting in ((1, 1), (64, 1), (64, 2), (256, 4))]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
