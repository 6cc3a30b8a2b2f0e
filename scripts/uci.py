"""A UCI engine as a child process, with the clock of whoever measures it."""

import random
import re
import subprocess
import time
from pathlib import Path

CARYATID = str(Path(__file__).resolve().parent.parent / "target" / "release" / "caryatid")


class EngineFault(Exception):
    """The engine ended or did not answer as UCI asks."""


class Engine:
    """One running engine. Every wait is for a line that begins with given text."""

    def __init__(self, command, variant=None, **options):
        self.command = command
        self.process = subprocess.Popen(
            command.split(" "), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        self.wait("uciok")
        for name, value in options.items():
            self.option(name, value)
        if variant:
            self.option("UCI_Variant", variant)
        self.ready()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("quit")
            self.process.wait(timeout=5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, line):
        """Sends a line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, head):
        """Lines up to the first that begins with `head`, that one included."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(head):
                return lines
        raise EngineFault(f"{self.command} ended while {head!r} was awaited; last lines {lines[-3:]}")

    def ready(self):
        """Waits until the engine is ready."""
        self.send("isready")
        self.wait("readyok")

    def option(self, name, value):
        """Sets an option; underscores stand for blanks, apart from names that begin with `UCI_`."""
        shown = name if name.startswith("UCI_") else name.replace("_", " ")
        self.send(f"setoption name {shown} value {value}")

    def new_game(self):
        """Forgets what was learnt."""
        self.send("ucinewgame")
        self.ready()

    def perft(self, position, depth):
        """Nodes and seconds of `go perft`, from the command to the answer."""
        self.send(f"position {position}")
        self.ready()
        began = time.perf_counter()
        self.send(f"go perft {depth}")
        last = self.wait("Nodes searched")[-1]
        return int(last.split(":")[1]), time.perf_counter() - began

    def moves(self, position):
        """The legal moves, as `go perft 1` lists them."""
        self.send(f"position {position}")
        self.send("go perft 1")
        listed = (re.match(r"(\S+): 1$", line) for line in self.wait("Nodes searched"))
        return [found[1] for found in listed if found]

    def search(self, position, limit):
        """Depth, nodes and move of a search, and its seconds from the command to the move."""
        self.send(f"position {position}")
        self.ready()
        began = time.perf_counter()
        self.send(f"go {limit}")
        lines = self.wait("bestmove")
        seconds = time.perf_counter() - began
        found = {"seconds": seconds, "move": lines[-1].split()[1], "depth": 0, "nodes": 0}
        for line in lines:
            for name in ("depth", "nodes"):
                if value := re.search(rf"^info .*\b(?<!sel){name} (\d+)", line):
                    found[name] = int(value[1])
        return found

    def must_wait(self, position):
        """Whether the side on turn has nothing to decide, so that its only move is the null move."""
        found = self.search(position, "nodes 1")
        return found["move"] == "0000" and found["nodes"] == 0

    def peak_memory(self):
        """The most memory the process has had, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def random_positions(engine, count, plies, seed):
    """Positions after random legal moves from the start, none of them without a move; where the sides
    need not alternate, with the null moves of the side that waits."""
    source = random.Random(seed)
    positions = []
    while len(positions) < count:
        position = "startpos"
        for _ in range(source.randint(*plies)):
            moves = engine.moves(position)
            if not moves:
                break
            position = after(position, source.choice(sorted(moves)))
            if engine.moves(position) and engine.must_wait(position):
                position = after(position, "0000")
        if engine.moves(position):
            positions.append(position)
    return positions


def after(position, move):
    """The position after a move."""
    return f"{position} {move}" if " moves " in position else f"{position} moves {move}"
