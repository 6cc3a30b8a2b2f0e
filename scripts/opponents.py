#!/usr/bin/env python3
"""Plays the engine against opponents that it has to beat, and says whether it does.

At 100 ms a move, in each game: 20 games against a mover by chance, all of which it must win. In Aliens vs
Predators that is 40 games, sides swapped: all 20 as Black, and 18 of 20 as White. Then 20 games of chess
against fairymax (Debian's package of that name), of which it must win 15; a game that fairymax loses by a fault of its own,
such as a second too much, is none of them. The exit code is 1 where the engine doesn't or where the referee
finds a fault of it, 2 where the matches can't be played.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from uci import CARYATID

RANDOM = ["random", "name=chance"]
OWN_NAME = "Caryatid"


@dataclass
class Demand:
    """What is asked of a match: games for each side, and how many of them must be won."""

    each_side: int
    white: int
    black: int
    total: int


def demand_of(variant):
    """What is asked against a mover by chance."""
    if variant == "avp":
        # It recruits all the time, so that White has to be careful.
        return Demand(each_side=20, white=18, black=20, total=38)
    return Demand(each_side=10, white=10, black=10, total=20)


def games_of(engine):
    """The ids of all games of the engine; none where it can't be asked."""
    try:
        listed = subprocess.run([engine, "variants"], capture_output=True, text=True, check=False).stdout
    except OSError as error:
        print(f"{engine}: {error.strerror}", file=sys.stderr)
        return []
    return [line.split()[0] for line in listed.splitlines() if line[:1].isalpha()]


def wins_by_side(lines):
    """Wins of the first participant as White and as Black that no fault decided, from a file of the match."""
    wins = [0, 0]
    for line in lines:
        game = json.loads(line).get("game")
        if game and game["winner"] and game["termination"] == "normal":
            side = ("White", "Black").index(game["winner"])
            wins[side] += game["participants"][side] == 0
    return wins


class Unplayed(Exception):
    """A match can't be played."""


def play(arguments, variant, opponent, demand):
    """Plays a match and prints its verdict; gives whether it is good."""
    games = 2 if arguments.short else demand.each_side * 2
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "games.json"
        command = [arguments.engine, "match", "--variant", variant, "--engine", "self", f"name={OWN_NAME}"]
        command += ["--engine", *opponent, "--margin", "1000"]
        command += ["--movetime", str(arguments.movetime), "--games", str(games), "--seed", str(arguments.seed)]
        done = subprocess.run([*command, "--json", str(kept)], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise Unplayed(done.stderr.strip() or f"{variant}: the match ends with {done.returncode}")
        white, black = wins_by_side(kept.read_text(encoding="utf-8").splitlines())
    lines = [line for line in done.stdout.splitlines() if line.startswith("fault: ")]
    faults = [line for line in lines if f" by {OWN_NAME} in game" in line]
    met = white >= demand.white and black >= demand.black and white + black >= demand.total
    verdict = "not judged (short)" if arguments.short else "met" if met else "MISSED"
    name = opponent[-1].removeprefix("name=")
    print(
        f"{variant:11} against {name}: won {white} as White, {black} as Black, of {games // 2} each,"
        f" asked {demand.white}, {demand.black}, {demand.total} in all: {verdict}; faults {len(faults)}"
        f", the opponent's {len(lines) - len(faults)}",
        flush=True,
    )
    print("".join(f"  {line}\n" for line in lines), end="")
    return (met or arguments.short) and not faults


def main():
    """Plays everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=CARYATID, help="the engine (target/release/caryatid)")
    parser.add_argument("--variants", nargs="*", help="the games against chance (all)")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move (100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the mover by chance (1)")
    parser.add_argument("--no-fairymax", action="store_true", help="only against chance")
    parser.add_argument("--short", action="store_true", help="2 games each, judged by faults only")
    arguments = parser.parse_args()
    fairymax = shutil.which("fairymax") or shutil.which("fairymax", path="/usr/games")
    if not fairymax and not arguments.no_fairymax:
        print("not installed: fairymax (apt-get install fairymax), or say --no-fairymax", file=sys.stderr)
        return 2
    known = games_of(arguments.engine)
    variants = known if arguments.variants is None else arguments.variants
    if not known or not variants and arguments.no_fairymax:
        print("there is nothing to play", file=sys.stderr)
        return 2
    try:
        good = [play(arguments, variant, RANDOM, demand_of(variant)) for variant in variants]
        if not arguments.no_fairymax:
            opponent = [f"cmd={fairymax}", "proto=xboard", "name=fairymax"]
            good.append(play(arguments, "chess", opponent, Demand(each_side=10, white=0, black=0, total=15)))
    except Unplayed as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
