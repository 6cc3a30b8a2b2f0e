#!/usr/bin/env python3
"""Measures what a second thread brings: nodes a second, and the time to reach a depth.

Run it on an otherwise idle machine of two cores or more. Positions come from random legal play. The
depth of each position is the one that a single thread reaches in `--seconds`; both settings then search
to it from an empty table. Nodes a second are compared over the same positions, runs alternating. Each game
has its verdict: at least 1.85 times the nodes, and a shorter median time. The exit code is 1 where all positions
together miss that, and with `--each` where a game does.
"""

import argparse
import os
import statistics
import sys

from uci import CARYATID, Engine, random_positions

VARIANTS = ("chess", "capablanca", "avatar", "avon", "avp", "awarichess")
DEMAND = 1.85


def nodes_per_second(engine, position, seconds):
    """Nodes a second of one search from an empty table."""
    engine.new_game()
    found = engine.search(position, f"movetime {seconds * 1000:.0f}")
    return found["depth"], found["nodes"] / found["seconds"]


def time_to_depth(engine, position, depth):
    """Seconds to finish a depth from an empty table."""
    engine.new_game()
    return engine.search(position, f"depth {depth}")["seconds"]


def measure(arguments, variant, count):
    """Speeds and times of one and of more threads over the positions of one game."""
    speeds, times = ([], []), ([], [])
    options = {"Hash": arguments.hash}
    with (
        Engine(arguments.engine, variant, Threads=1, **options) as one,
        Engine(arguments.engine, variant, Threads=arguments.threads, **options) as more,
    ):
        for position in random_positions(one, count, (6, 20), arguments.seed):
            depth, speed = nodes_per_second(one, position, arguments.seconds)
            speeds[0].append(speed)
            speeds[1].append(nodes_per_second(more, position, arguments.seconds)[1])
            for engine, taken in zip((one, more), times):
                taken.append(time_to_depth(engine, position, depth))
    return speeds, times


def report(name, speeds, times):
    """Prints one line with its verdict; gives whether what is asked for is met."""
    speed = statistics.mean(speeds[1]) / statistics.mean(speeds[0])
    seconds = [statistics.median(taken) for taken in times]
    kept = speed >= DEMAND and seconds[1] < seconds[0]
    print(
        f"{name:12} {statistics.mean(speeds[0]) / 1e6:6.2f} -> {statistics.mean(speeds[1]) / 1e6:6.2f} M/s"
        f"  x {speed:4.2f}   time to depth {seconds[0]:6.3f} -> {seconds[1]:6.3f} s  x {seconds[1] / seconds[0]:4.2f}"
        f"   {'met' if kept else 'MISSED'}",
        flush=True,
    )
    return kept


def main():
    """Measures every game, then all positions together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=CARYATID, help="the engine (target/release/caryatid)")
    parser.add_argument("--threads", type=int, default=2, help="threads to compare with one (2)")
    parser.add_argument("--positions", type=int, default=30, help="positions in all (30)")
    parser.add_argument("--seconds", type=float, default=2, help="seconds of a search (2)")
    parser.add_argument("--hash", type=int, default=64, help="hash in MiB (64)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions (1)")
    parser.add_argument("--variants", nargs="+", default=VARIANTS, help="the games")
    parser.add_argument("--each", action="store_true", help="every game has to meet it, not only all together")
    parser.add_argument("--short", action="store_true", help="one position a game, to see that it works")
    arguments = parser.parse_args()
    variants = arguments.variants
    if arguments.short:
        arguments.positions, arguments.seconds = len(variants), 0.3
    if (load := os.getloadavg()[0]) > 0.5:
        print(f"the machine is not idle (load {load:.1f}): these numbers say little")
    speeds, times, missed = ([], []), ([], []), []
    for variant in variants:
        measured = measure(arguments, variant, max(1, arguments.positions // len(variants)))
        if not report(variant, *measured):
            missed.append(variant)
        for total, part in zip((*speeds, *times), (*measured[0], *measured[1])):
            total.extend(part)
    kept = report("all", speeds, times)
    verdict = "met" if kept else "MISSED"
    print(f"at least {DEMAND} times the nodes a second and a shorter time: {verdict} by all", end="")
    print(f", missed by {' '.join(missed)}" if missed else ", met by each")
    return 0 if kept and not (arguments.each and missed) else 1


if __name__ == "__main__":
    sys.exit(main())
