#!/usr/bin/env python3
"""Measures Caryatid beside Debian's fairy-stockfish: perft and search nodes a second, in one run, the search
from the start for seconds and in the course of a game, whose positions both search; then the games that no other
engine plays, beside its own chess.

Runs of the two engines alternate, so that both see the same machine; medians are compared. Time is
taken from the command to the answer within one process: starting the engines doesn't count. Both have
one thread and the same hash. `--short` makes one quick run, to see that everything works.
"""

import argparse
import shutil
import statistics
import sys

from uci import CARYATID, Engine, after

PERFT = [("chess", 5, 4.0), ("capablanca", 4, 4.0), ("grand", 4, 4.0)]
SEARCH = [("chess", None), ("capablanca", 1.5), ("grand", 1.5)]
COURSE = [("chess", None), ("capablanca", 2.0), ("grand", 2.0)]

# The course of a game: every so many plies both search, up to so many plies; what is played is what Caryatid
# finds by so many nodes.
EVERY, PLIES, NODES = 6, 90, 20000

# A position of Awarichess in which the powers are used: there its search is chess.
POWERS = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 - - WBWBBWWBWBWBBW"

# Game, depth of perft, position of the search, demanded nodes a second of perft and of search, the latter
# also as a part of the chess figure.
ALONE = [
    ("avatar", 3, "startpos", None, 250e3, None),
    ("avon", 7, "startpos", 20e6, 300e3, None),
    ("avp", 5, "startpos", None, 250e3, None),
    ("awarichess", 8, POWERS, 15e6, None, 0.5),
]


def compare(what, ours, theirs, demand):
    """Prints one line; gives whether the demand is met."""
    mine, other = statistics.median(ours), statistics.median(theirs)
    ratio = mine / other
    verdict = "" if demand is None else f"   (at least {demand}: {'met' if ratio >= demand else 'MISSED'})"
    print(f"{what:24} {mine / 1e6:9.2f} M/s {other / 1e6:9.2f} M/s   x {ratio:5.2f}{verdict}", flush=True)
    return demand is None or ratio >= demand


def perft(arguments, variant, depth, demand):
    """Perft of one game from its start."""
    speeds = ([], [])
    with Engine(arguments.engine, variant) as ours, Engine(arguments.other, variant) as theirs:
        for _ in range(arguments.runs):
            counts = []
            for engine, speed in zip((ours, theirs), speeds):
                nodes, seconds = engine.perft("startpos", depth)
                counts.append(nodes)
                speed.append(nodes / seconds)
            if counts[0] != counts[1]:
                print(f"perft {variant} {depth}: {counts[0]} nodes, but {counts[1]} by the other engine")
                return False
    return compare(f"perft {variant} {depth}", *speeds, demand)


def search(arguments, variant, demand):
    """Search of one game from its start for a fixed time."""
    speeds = ([], [])
    options = {"Threads": 1, "Hash": arguments.hash}
    with (
        Engine(arguments.engine, variant, **options) as ours,
        Engine(arguments.other, variant, **options) as theirs,
    ):
        for _ in range(arguments.search_runs):
            for engine, speed in zip((ours, theirs), speeds):
                engine.new_game()
                found = engine.search("startpos", f"movetime {arguments.seconds * 1000:.0f}")
                speed.append(found["nodes"] / found["seconds"])
    return compare(f"search {variant} {arguments.seconds:g} s", *speeds, demand)


def course(arguments, variant, demand):
    """Search in the course of one game, a fifth of the other searches' time for each position."""
    speeds = ([], [])
    options = {"Threads": 1, "Hash": arguments.hash}
    limit = f"movetime {arguments.seconds * 200:.0f}"
    with (
        Engine(arguments.engine, variant, **options) as ours,
        Engine(arguments.other, variant, **options) as theirs,
        Engine(arguments.engine, variant) as player,
    ):
        position = "startpos"
        for ply in range(PLIES):
            if not player.moves(position):
                break
            if ply % EVERY == 0:
                for engine, speed in zip((ours, theirs), speeds):
                    found = engine.search(position, limit)
                    speed.append(found["nodes"] / found["seconds"])
            position = after(position, player.search(position, f"nodes {NODES}")["move"])
    return compare(f"search {variant} x {len(speeds[0])}", *speeds, demand)


def alone(arguments):
    """Perft and search of the games that no other engine plays; search also as a ratio to chess."""
    options = {"Threads": 1, "Hash": arguments.hash}
    games = [("chess", 5, "startpos", None, None, None), *ALONE]
    speeds = {variant: ([], []) for variant, *_ in games}
    for _ in range(arguments.search_runs):
        for variant, depth, position, *_ in games:
            with Engine(arguments.engine, variant, **options) as engine:
                nodes, seconds = engine.perft("startpos", depth)
                speeds[variant][0].append(nodes / seconds)
                engine.new_game()
                found = engine.search(position, f"movetime {arguments.seconds * 1000:.0f}")
                speeds[variant][1].append(found["nodes"] / found["seconds"])
    kept = True
    chess = statistics.median(speeds["chess"][1])
    for variant, depth, _, *demands in games:
        medians = [statistics.median(found) for found in speeds[variant]]
        measured = (*medians, medians[1] / chess)
        met = all(demand is None or speed >= demand for speed, demand in zip(measured, demands))
        kept &= met
        print(
            f"{variant:12} perft {depth} {medians[0] / 1e6:8.2f} M/s   search {medians[1] / 1e6:6.3f} M/s"
            f"   x {medians[1] / chess:4.2f} of chess{'' if met else '   MISSED'}",
            flush=True,
        )
    return kept


def parse():
    """The command line."""
    fairy = shutil.which("fairy-stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=CARYATID, help="our engine (target/release/caryatid)")
    parser.add_argument("--other", default=fairy, help="the other engine (Debian's fairy-stockfish)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each perft (5)")
    parser.add_argument("--search-runs", type=int, default=3, help="runs of each search (3)")
    parser.add_argument("--seconds", type=float, default=5, help="seconds of a search (5)")
    parser.add_argument("--hash", type=int, default=64, help="hash of both in MiB (64)")
    parser.add_argument("--short", action="store_true", help="one run each, one second")
    arguments = parser.parse_args()
    if not arguments.other:
        parser.error("fairy-stockfish is not installed (apt-get install fairy-stockfish); --other names it")
    if arguments.short:
        arguments.runs, arguments.search_runs, arguments.seconds = 1, 1, 1
    return arguments


def main():
    """Measures all; exit code 1 where a demand is missed or counts differ."""
    arguments = parse()
    print(f"{'':24} {'caryatid':>13} {'other':>13}   ratio")
    kept = [perft(arguments, *case) for case in PERFT]
    kept += [search(arguments, *case) for case in SEARCH]
    kept += [course(arguments, *case) for case in COURSE]
    kept.append(alone(arguments))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
