#!/usr/bin/env python3
"""Measures what a queue of powers is worth in Awarichess, by its order.

Plays some chess positions out by quick searches, sets each up with queues of powers, White to move, and
searches deep enough to use every power, so that the evaluation's own opinion of the queue plays no part at
the leaves. Prints, for each queue, the mean and the median of White's gain in centipawns over the same
position with the queue's beginning only (`WBWB`, each his own move). Mates count as 2000.

    cargo build --release
    scripts/awari_order.py --positions 24

`src/games/awarichess/evaluate.rs` says what its weights have to do with the table.
"""

import argparse
import random
import re
import statistics

from uci import CARYATID, Engine

# Queue, and the queue that it is compared with.
QUEUES = [
    ("W", ""),
    ("WWW", "W"),
    ("WWWW", "W"),
    ("WWWWW", "W"),
    ("WWWWWWW", "W"),
    ("WB", "W"),
    ("WBWB", "W"),
    ("WBWBB", "WBW"),
    ("WBWWW", "WBW"),
    ("WBWBWWW", "WBWBW"),
    ("WWWBBB", "WBWBWB"),
    ("WBWBBB", "WBWBWB"),
    ("WWWBW", "WBWBW"),
]
MATE = 2000


def chess_positions(count, seed):
    """FENs after a random opening and some moves of the engine, White to move."""
    source = random.Random(seed)
    fens = []
    with Engine(CARYATID, "chess", Hash=16) as engine:
        while len(fens) < count:
            line = []
            for _ in range(4):
                moves = engine.moves("startpos" + (" moves " + " ".join(line) if line else ""))
                line.append(source.choice(sorted(moves)))
            for _ in range(2 * source.randint(3, 16)):
                found = engine.search("startpos moves " + " ".join(line), "depth 5")
                if found["move"] == "(none)":
                    break
                line.append(found["move"])
            engine.send("position startpos moves " + " ".join(line))
            engine.send("d")
            fen = engine.wait("Fen: ")[-1][5:]
            if " w " in fen and len(engine.moves("fen " + fen)) > 5:
                fens.append(fen)
    return fens


def value(engine, fen, queue):
    """White's value of a position with a queue, all powers used within the horizon."""
    engine.send(f"position fen {fen} - - {queue or '-'}")
    engine.send(f"go depth {len(queue) + 2}")
    scores = [re.search(r"score (cp|mate) (-?\d+)", line) for line in engine.wait("bestmove")]
    kind, text = [found.groups() for found in scores if found][-1]
    number = int(text)
    if kind == "mate":
        return MATE if number > 0 else -MATE
    return max(-MATE, min(MATE, number))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--positions", type=int, default=24, help="number of positions (24)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (1)")
    arguments = parser.parse_args()
    fens = chess_positions(arguments.positions, arguments.seed)
    with Engine(CARYATID, "awarichess", Hash=16) as engine:
        values = {}

        def known(fen, queue):
            if (fen, queue) not in values:
                values[fen, queue] = value(engine, fen, queue)
            return values[fen, queue]

        print(f"{'queue':10}{'over':10}{'mean':>8}{'median':>8}")
        for queue, base in QUEUES:
            gains = [known(fen, queue) - known(fen, base) for fen in fens]
            mean, median = statistics.mean(gains), statistics.median(gains)
            print(f"{queue:10}{base or '-':10}{mean:8.0f}{median:8.0f}", flush=True)


if __name__ == "__main__":
    main()
