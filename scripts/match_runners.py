#!/usr/bin/env python3
"""Compares `caryatid match` with cutechess-cli: the same engines, openings and time control.

Caryatid plays chess against each opponent under both runners. The two scores must agree within the
error of their difference (95 %, so one comparison in twenty fails by chance), and neither runner may
report an illegal move, a crash or a loss on time of Caryatid. The exit code is 1 where one does or the scores
differ. What the opponent does wrong is told, but is no fault of the comparison.
Openings come from random legal play. `cutechess-cli` is found in PATH or named by `--cutechess`.
"""

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from uci import CARYATID, Engine, random_positions

OPPONENTS = ("/usr/games/gnuchess --uci", "/usr/games/fairy-stockfish")
BAD = ("illegal move", "disconnect", "on time", "stall", "crash")


def openings(count, path):
    """Writes a file of positions after eight random plies."""
    with Engine(CARYATID, "chess") as engine:
        fens = []
        for position in random_positions(engine, count, (8, 8), seed=7):
            engine.send(f"position {position}")
            engine.send("d")
            engine.send("isready")
            lines = engine.wait("readyok")
            fens += re.findall(r"([a-zA-Z1-8]+(?:/[a-zA-Z1-8]+){7} [wb] \S+ \S+ \d+ \d+)", "\n".join(lines))[:1]
    path.write_text("\n".join(fens) + "\n", encoding="ascii")


def is_the_opponents(line):
    """Whether a bad line, of either runner, is about the opponent only."""
    if " by second in game " in line:
        return True
    told = re.search(r"\((\w+) vs (\w+)\): \S+ \{(White|Black)\b", line)
    if told:
        return told[1 if told[3] == "White" else 2] == "second"
    return "second" in line and "first" not in line


def ours(arguments, opponent, kept):
    """Wins, draws and losses of Caryatid under our runner, which keeps its games in a file, and all faults."""
    folder = kept.parent
    command = [CARYATID, "match", "--engine", f"cmd={CARYATID}", "proto=uci", "name=first", "option.Hash=16"]
    command += ["--engine", f"cmd={opponent}", "proto=uci", "name=second", "--tc", arguments.tc, "--games", str(arguments.games)]
    command += ["--openings", str(folder / "openings.epd"), "--margin", str(arguments.margin), "--json", str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 2:
        raise SystemExit(done.stderr)
    summary = json.loads(kept.read_text(encoding="utf-8").splitlines()[-1])["summary"]
    faults = [line for line in done.stdout.splitlines() if line.startswith("fault:")]
    return (summary["wins"], summary["draws"], summary["losses"]), faults


def theirs(arguments, opponent, folder):
    """Wins, draws and losses of Caryatid under cutechess-cli, and what it calls bad."""
    program, *rest = opponent.split(" ")
    command = [arguments.cutechess, "-engine", f"cmd={CARYATID}", "name=first", "option.Hash=16", "-engine"]
    command += [f"cmd={program}", "name=second"] + [f"arg={word}" for word in rest]
    command += ["-each", "proto=uci", f"tc={arguments.tc}", f"timemargin={arguments.margin}"]
    command += ["-rounds", str(arguments.games // 2), "-games", "2", "-repeat", "-recover"]
    command += ["-openings", f"file={folder / 'openings.epd'}", "format=epd", "order=sequential"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    scores = re.findall(r"Score of first vs second: (\d+) - (\d+) - (\d+)", done.stdout)
    if not scores:
        raise SystemExit(done.stdout + done.stderr)
    wins, losses, draws = map(int, scores[-1])
    # The lines of games only: what stands behind them counts the same once more, for either side.
    games = [line for line in done.stdout.splitlines() if line.startswith("Finished game")]
    bad = [line for line in games if any(word in line.lower() for word in BAD)]
    return (wins, draws, losses), bad


def score(result):
    """Mean score and its variance."""
    wins, draws, losses = result
    games = sum(result)
    mean = (wins + draws / 2) / games
    spread = wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2
    return mean, spread / games**2


def main():
    """Plays both matches against each opponent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cutechess", default="cutechess-cli")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tc", default="1+0.01")
    parser.add_argument("--margin", type=int, default=100, help="milliseconds")
    parser.add_argument("--opponents", nargs="*", default=OPPONENTS)
    arguments = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        openings(arguments.games // 2, folder / "openings.epd")
        for number, opponent in enumerate(arguments.opponents):
            here, faults = ours(arguments, opponent, folder / f"ours-{number}.json")
            there, bad = theirs(arguments, opponent, folder)
            (mean, variance), (other_mean, other_variance) = score(here), score(there)
            reach = 1.96 * math.sqrt(variance + other_variance)
            agrees = abs(mean - other_mean) <= reach or mean == other_mean
            print(f"{opponent}: ours {here} {mean:.3f}, cutechess-cli {there} {other_mean:.3f},", end=" ")
            print(f"difference {mean - other_mean:+.3f} of {reach:.3f}: {'agree' if agrees else 'differ'}")
            lines = faults + bad
            print("".join(f"{line}\n" for line in lines), end="")
            good &= agrees and all(is_the_opponents(line) for line in lines)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
