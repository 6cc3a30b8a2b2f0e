#!/usr/bin/env python3
"""Holds random conversations with the engine, good and broken ones, in both protocols and all games.

Each conversation has a seed of its own, printed with every fault, so `--first SEED --count 1` holds it again.
A fault is: a panic or any text on stderr, a line that is not of the protocol, an answer that does not
come, a second answer, an illegal move or variation, an end that is late or has a bad exit code. The exit
code is 1 where there was one.
"""

import argparse
import random
import re
import sys
import time

from conversation import CARYATID, Conversation, Ended, Silence

GAMES = (
    "chess avatar capablanca gothic embassy janus grand shako avon avp awarichess standard riff-riders"
).split()
PATIENCE = 20
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/5kR1/8/3K4/8/8/8/8 b - - 0 143",
    "8/8/kQ6/3P4/8/8/1K3B2/3R4 b - - 5 54",
    "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1",
    "8/8/8/8/8/2k5/2q5/K7 b - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 255 1",
    "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14",
    "11/d4k4d/11/11/11/***********/11/11/11/D4K4D/11 w KQkq - 0 1",
    "ppppppppppp/daczmkmzcad/11/11/11/***********/11/11/11/DACZMKMZCAD/PPPPPPPPPPP w - - 0 1",
    "m3K2k/8/8/1B6/2P5/8/8/8/8/K6k bn - 0 1",
    "4K2k/8/8/8/8/8/8/8/8/K6k ws bn 7 5",
    "mkkmMQSM/nbbnRAAR/ppppPPPP/8/8/8/8/PPPPpppp/NBBNraar/MKKMmqsm w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - - BBW",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4,4,4,4,4,4,4,4,4,4,4,4 S W",
    "*hhhhhh*/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/*HHHHHH* w - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "k////KPPPPPPPPPPPPPPP/N6NN/8B/Q w - - 0 1",
]
MOVES = (
    "e2e4 e7e5 g1f3 b8c6 a2a3 a7a6 f2f3 g2g4 d8h4 0000 @@@@ -- pass zero play O-O O-O-O 0-0 e1g1 a10a11 k1k2 "
    "b2d3 b2d3z f10f11Z P@e3 N@c1 b0c0 g9f9 A F a f e5d5,d5d6 a9a9,d10`0 e5d5, d5d6 a7a8q a7a8=Q a1a12 é2e4 a1a2a3"
).split()

NUMBER = r"-?\d+"
UCI_LINE = re.compile(
    r"(id (name|author) \S.*|option name \S.* type (check|spin|combo|button|string)( .*)?|uciok|readyok|info string \S.*"
    rf"|info depth 0 score (cp|mate) {NUMBER}"
    rf"|info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) {NUMBER}( lowerbound| upperbound)? nodes \d+ nps \d+"
    r" hashfull \d+ time \d+( pv( \S+)+)?"
    r"|bestmove (\(none\)|\S+( ponder \S+)?)|\S+: \d+|Nodes searched: \d+|)$"
)
XBOARD_LINE = re.compile(
    r"(feature \S.*|move \S+|pong -?\d+|Illegal move \(.+\): .*|Error \(.+\): .*|tellusererror .+|telluser .+"
    r"|(1-0|0-1|1/2-1/2|\*) \{.*\}|resign|offer draw|setup \(.*\) .+|piece \S+& \S+|highlight \S+|choice [A-Z]+"
    rf"|\d+ {NUMBER} \d+ \d+ \d+ \d+ \d+\t.*|stat01: \d+ \d+ \d+ \d+ \d+( \S+)?|Hint: \S+|\t.*|# .*|)$"
)
RESULT = re.compile(r"(1-0|0-1|1/2-1/2|\*) \{")
# What XBoard takes for a failed start, wherever it stands.
FATAL = re.compile(r"not found|no such file|permission denied|unknown host|can't alloc", re.IGNORECASE)


class Fault(Exception):
    """The engine did what it must not do."""


def number(source):
    """A number as a program may send it."""
    return source.choice(["0", "1", "2", "3", "-1", "17", "300", "99999999999999999999", "-99999999999999999999"])


def broken(source, line):
    """A line as it may arrive when something is wrong."""
    data = bytearray(line.encode())
    for _ in range(source.randint(1, 3)):
        place = source.randint(0, len(data))
        kind = source.randrange(7)
        if kind == 0:
            data[place:place] = bytes([source.randrange(256)]).replace(b"\n", b" ")
        elif kind == 1:
            del data[place : place + source.randint(1, 6)]
        elif kind == 2:
            data[place:place] = b"\0"
        elif kind == 3:
            data += b"\r"
        elif kind == 4:
            data[place:place] = "é♔".encode()
        elif kind == 5:
            data[place:place] = b"\t  "
        else:
            data[place:place] = source.choice([b"x" * 5000, b" " * 9000, b"e2e4 " * 3000, b"9" * 500])
    # What was sent must not ask for an end or a thought without one.
    return bytes(data).replace(b"quit", b"quiet").replace(b"\n", b" ")


class Speaker:
    """Our side of a conversation in one protocol."""

    # The protocol's name, and what its lines look like.
    PROTOCOL, LINE = "", re.compile("")

    def __init__(self, talk, source):
        self.talk, self.source = talk, source
        self.sent = []

    def say(self, line):
        """Sends a line and remembers it."""
        self.sent.append(line)
        self.talk.send(line)

    def hear(self, head):
        """Lines up to the first that begins with `head`; every one is of the protocol."""
        lines = self.talk.heard(head, PATIENCE)[0]
        for line in lines:
            self.count(line)
            if not self.accepts(line):
                raise Fault(f"no line of {self.PROTOCOL}: {line!r}")
        return lines

    def count(self, line):
        """Takes note of what a line answers."""

    def accepts(self, line):
        """Whether a line is one of the protocol."""
        return self.LINE.match(line)


class Uci(Speaker):
    """A conversation in UCI."""

    PROTOCOL, LINE = "UCI", UCI_LINE

    def __init__(self, talk, source):
        super().__init__(talk, source)
        self.owed = 0
        # Readiness that was asked for and not yet told.
        self.unready = 0
        self.free_text = False
        self.position = "startpos"
        self.say("uci")
        self.hear("uciok")
        self.say(f"setoption name Hash value {source.choice((1, 2, 16))}")
        self.say(f"setoption name UCI_Variant value {source.choice(GAMES)}")
        self.synchronise()

    def count(self, line):
        """Readiness and answers are told as often as they are owed."""
        self.unready -= line == "readyok"
        if line.startswith("bestmove"):
            self.owed -= 1
            if self.owed < 0:
                raise Fault(f"an answer too many: {line}")

    def accepts(self, line):
        """Any line where free text was asked for."""
        return self.free_text or super().accepts(line)

    def synchronise(self):
        """All that was sent is obeyed."""
        self.say("isready")
        self.unready += 1
        lines = []
        while self.unready > 0:
            lines += self.hear("readyok")
        self.free_text = False
        return lines

    def legal(self):
        """The legal moves, as `go perft 1` lists them."""
        self.say("go perft 1")
        lines = self.hear("Nodes searched")
        return [found[1] for found in (re.match(r"(\S+): 1$", line) for line in lines) if found]

    def go(self):
        """A search with its answer, all moves of which must be legal."""
        source = self.source
        limit = source.choice(
            [
                f"nodes {source.choice((1, 10, 300, 3000))}",
                f"depth {source.randint(0, 3)}",
                f"movetime {source.choice((0, 1, 20, -3))}",
                f"wtime {source.choice((0, 50, -9, 900))} btime {source.choice((0, 60, -9))} movestogo {number(source)}",
                "foo depth 2",
                "searchmoves e2e4 zero depth 2",
                "mate 1 nodes 500",
            ]
        )
        self.owed += 1
        self.say(f"go {limit}")
        self.answered(self.hear("bestmove"))

    def long_search(self):
        """A search that something ends."""
        self.owed += 1
        self.say(self.source.choice(["go infinite", "go ponder wtime 300 btime 300", "go movetime 60000", "go ponder depth 2"]))
        time.sleep(self.source.choice((0, 0, 0.01, 0.05)))
        for _ in range(self.source.randint(0, 2)):
            self.idle_command()
        if self.source.random() < 0.3:
            self.change()
        if self.source.random() < 0.2:
            self.say("ponderhit")
        self.finish()

    def answered(self, lines):
        """The best move is legal and the last variation too."""
        best = lines[-1].split()[1]
        scored = [line for line in lines if line.startswith("info depth")]
        if not scored:
            raise Fault(f"no scored line before {lines[-1]}")
        if best == "(none)":
            return
        follow = [best]
        variations = [line.split(" pv ")[1].split() for line in scored if " pv " in line]
        for moves in [follow, *variations]:
            joint = "" if " moves " in self.position else " moves"
            self.say(f"position {self.position}{joint} {' '.join(moves)}")
            heard = self.synchronise()
            refusals = [line for line in heard if "illegal" in line]
            # A position that was corrected or refused is noted each time.
            if refusals and f"move {self.depth() + 1} " in "".join(refusals):
                raise Fault(f"illegal in {moves}: {refusals}")
            if any(f"move {self.depth() + place} " in text for place in range(1, len(moves) + 1) for text in refusals):
                raise Fault(f"illegal in {moves}: {refusals}")
        self.say(f"position {self.position}")
        self.synchronise()

    def depth(self):
        """How many moves the list of the present position has."""
        return len(self.position.split(" moves ")[1].split()) if " moves " in self.position else 0

    def walk(self):
        """Plays some legal moves."""
        for _ in range(self.source.randint(1, 8)):
            moves = self.legal()
            joint = "" if " moves " in self.position else " moves"
            # A wait is legal where no action of the side on turn is; both are tried.
            for text in [self.source.choice(moves)] if moves else []:
                for candidate in (text, "0000"):
                    self.say(f"position {self.position}{joint} {candidate}")
                    if not any("illegal" in line for line in self.synchronise()):
                        self.position += f"{joint} {candidate}"
                        break
                else:
                    raise Fault(f"neither {text} nor a wait is legal after {self.position}")

    def change(self):
        """Another game, position or option."""
        source = self.source
        kind = source.randrange(6)
        if kind == 0:
            self.say(f"setoption name UCI_Variant value {source.choice(GAMES)}")
            self.position = "startpos"
            self.say("position startpos")
        elif kind == 1:
            self.say(f"setoption name {source.choice(('Hash', 'Threads', 'MultiPV'))} value {source.choice('1234')}")
        elif kind == 2:
            self.say("ucinewgame")
        elif kind == 3:
            self.say(f"setoption name {source.choice(('Hash', 'Aliens', 'Move Overhead', 'Nonsense'))} value {source.choice(MOVES)}")
        elif kind == 4:
            self.say(source.choice(["setoption name Clear Hash", "setoption name Aliens value 3", "setoption name"]))
        else:
            self.position = "startpos"
            self.say("position startpos")

    def idle_command(self):
        """Something that needs no answer."""
        source = self.source
        lines = ["isready", "debug on", "joho debug off", "register later", "foobar", "", "   ", "stop", "d", "eval", "bench"]
        line = source.choice(lines)
        if line in ("d", "eval"):
            self.free_text = True
        self.unready += line == "isready"
        self.say(line)

    def nonsense(self):
        """Positions and lists that are mostly refused; then back to the one that is known."""
        source = self.source
        fen = source.choice(POSITIONS)
        moves = " ".join(source.choice(MOVES) for _ in range(source.randint(0, 4)))
        line = source.choice([f"position fen {fen}", f"position fen {fen} moves {moves}", f"position startpos moves {moves}"])
        self.say(broken(source, line) if source.random() < 0.6 else line)
        self.synchronise()
        if source.random() < 0.5:
            self.owed += 1
            self.say("go depth 2")
            self.hear("bestmove")
        self.say(f"position {self.position}")
        self.synchronise()

    def garbage(self):
        """A command with something wrong in it. What may have been a search is stopped."""
        line = self.source.choice(["setoption name Hash value 2", "debug on", "ucinewgame", "stop", "ponderhit"])
        self.free_text = True
        self.say(broken(self.source, line))
        self.synchronise()

    def step(self):
        """One thing among many."""
        self.source.choice(
            [self.go, self.go, self.walk, self.long_search, self.change, self.idle_command, self.nonsense, self.garbage]
        )()

    def finish(self):
        """Everything that is owed comes."""
        self.say("stop")
        self.synchronise()
        while self.owed > 0:
            self.hear("bestmove")


class XBoard(Speaker):
    """A conversation in XBoard."""

    PROTOCOL, LINE = "XBoard", XBOARD_LINE

    def __init__(self, talk, source):
        super().__init__(talk, source)
        self.pings = 0
        # Whether a result was told since a game began: nothing need be answered to `go` then.
        self.told = False
        self.say("xboard")
        self.say("protover 2")
        self.hear("feature done=1")
        self.say("new")
        self.say(f"variant {source.choice(GAMES)}")
        self.say(f"st 0.0{source.randint(1, 5)}")
        self.synchronise()

    def say(self, line):
        """Sends a line and remembers whether it begins or ends a game. A broken line may do neither."""
        text = line if isinstance(line, bytes) else line.encode()
        begins = isinstance(line, str) and line.startswith(("new", "variant ", "setboard "))
        self.told = (self.told or b"result" in text) and not begins
        super().say(line)

    def count(self, line):
        """Takes note of a result. A position or a game that is refused begins nothing."""
        refused = line.startswith(("tellusererror", "Error (unsupported variant)"))
        self.told = self.told or refused or line == "resign" or bool(RESULT.match(line))

    def accepts(self, line):
        """No line either that XBoard takes for a failed start."""
        return super().accepts(line) and not FATAL.search(line)

    def synchronise(self):
        """All that was sent is obeyed, an own move included."""
        self.pings += 1
        self.say(f"ping {self.pings}")
        return self.hear(f"pong {self.pings}")

    def play(self):
        """The engine plays on, both sides in turn."""
        for _ in range(self.source.randint(1, 6)):
            self.say("go")
            lines = self.synchronise()
            if any(line.startswith("Error (illegal position)") for line in lines):
                return
            moved = [line for line in lines if line.startswith("move ")]
            refused = [line for line in lines if line.startswith("Error")]
            if not moved and not refused and not self.told:
                raise Fault(f"neither a move nor a result after go: {lines}")

    def variation(self):
        """Analyses, then plays the last line of thinking and takes it back."""
        # What is thought in the opponent's time is about another position.
        self.say("force")
        self.synchronise()
        for line in ("post", "analyze"):
            self.say(line)
        time.sleep(0.03)
        self.say("exit")
        lines = [line for line in self.synchronise() if re.match(r"[1-9]\d* -?\d+ .*\t\S", line)]
        if not lines:
            return
        moves = lines[-1].split("\t")[1].rstrip("?!").split()
        for move in moves:
            self.say(f"usermove {move}")
        heard = self.synchronise()
        if any(line.startswith("Illegal move") for line in heard):
            raise Fault(f"illegal in {moves}: {heard}")
        for _ in moves:
            self.say("undo")
        heard = self.synchronise()
        if any(line.startswith("Error") for line in heard):
            raise Fault(f"not taken back: {moves}: {heard}")

    def command(self):
        """One command of many."""
        source = self.source
        moves = [f"usermove {source.choice(MOVES)}", source.choice(MOVES)]
        line = source.choice(
            moves
            + "force|playother|undo|remove|hard|easy|post|nopost|analyze|exit|.|?|hint|bk|draw|pause|resume|new".split("|")
            + "white|black|random|computer|ics -|name A B|rating 1 2|accepted x|rejected setboard|protover 3".split("|")
            + "exclude all|include all|result 1-0 {x}|result * {|level 40 0:01 0|level 0 0 0.1|nps 0|nps 5000".split("|")
            + "cores 2|cores 1|memory 40|memory 1|option MultiPV=2|option Clear Hash|option x|foobar|exit|setboard".split("|")
            + [f"exclude {source.choice(MOVES)}", f"include {source.choice(MOVES)}", f"st 0.0{source.randint(0, 5)}"]
            + [f"sd {source.randint(0, 4)}", f"time {number(source)}", f"otim {number(source)}", f"setboard {source.choice(POSITIONS)}"]
            + [f"lift {source.choice('abgk')}{source.randint(0, 11)}", f"put {source.choice('abgk')}{source.randint(0, 11)}"]
            + [f"variant {source.choice(GAMES)}", "option UCI_Variant=" + source.choice(GAMES), "cores x", "level x y z"]
        )
        self.say(broken(source, line) if source.random() < 0.15 else line)
        # What was sent broken may be a long time.
        if line.startswith(("level", "nps", "st ")) or source.random() < 0.1:
            self.say("?")
            self.say("st 0.02")
            self.say("nps 0")
            self.say("?")

    def edit(self):
        """Edit mode, with mistakes."""
        self.say("edit")
        for _ in range(self.source.randint(0, 8)):
            self.say(self.source.choice(["#", "c", "Ke1", "Ke8", "Pa2", "xe4", "", "Zz99", "k", "ping 3", "é", "Ha0", "+Pa1"]))
        self.say(".")

    def step(self):
        """Some commands, then everything is obeyed."""
        source = self.source
        chance = source.random()
        if chance < 0.4:
            (self.play if chance < 0.25 else self.variation)()
            return
        if source.random() < 0.15:
            self.edit()
        for _ in range(source.randint(1, 6)):
            self.command()
        if source.random() < 0.3:
            time.sleep(0.02)
        self.say("?")
        self.synchronise()

    def finish(self):
        """The engine answers to the last."""
        self.say("force")
        self.synchronise()


def hold(arguments, seed):
    """One conversation; gives what was wrong, or nothing."""
    source = random.Random(seed)
    talk = Conversation(arguments.engine)
    speaker = None
    fault = None
    try:
        kind = arguments.protocol or source.choice(("uci", "xboard"))
        speaker = (Uci if kind == "uci" else XBoard)(talk, source)
        for _ in range(source.randint(1, arguments.steps)):
            speaker.step()
        if source.random() < 0.6:
            speaker.finish()
        elif source.random() < 0.5:
            # The end may come in the middle of anything.
            speaker.say(source.choice(["go infinite", "analyze", "edit", "go", "go perft 5", "hard"]))
            time.sleep(source.choice((0, 0.02)))
    except (Fault, Silence, Ended) as caught:
        fault = f"{type(caught).__name__}: {caught}"
    if source.random() < 0.5:
        talk.send("quit")
    elif source.random() < 0.3:
        # A line without its end is the last.
        try:
            talk.process.stdin.write(b"isrea")
            talk.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass
        talk.close()
    else:
        talk.close()
    began = time.perf_counter()
    code = talk.end(PATIENCE)
    late = time.perf_counter() - began
    if fault is None and code != 0:
        fault = f"exit code {code}"
    if fault is None and late > arguments.end:
        fault = f"ended only after {late:.2f} s"
    if talk.complaints and (fault is None or any("panicked" in text for text in talk.complaints)):
        fault = f"{fault or ''} on stderr: {talk.complaints[:3]}"
    if fault and speaker:
        shown = [line if len(line) < 200 else line[:200] + type(line)(b"..." if isinstance(line, bytes) else "...") for line in speaker.sent[-arguments.lines :]]
        fault += "\n  last sent:\n    " + "\n    ".join(map(repr, shown))
    return fault


def main():
    """Holds conversations for a while."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=CARYATID, help="the engine (target/release/caryatid)")
    parser.add_argument("--seconds", type=float, default=600, help="how long (600)")
    parser.add_argument("--count", type=int, help="at most so many conversations")
    parser.add_argument("--first", type=int, default=1, help="seed of the first conversation (1)")
    parser.add_argument("--steps", type=int, default=25, help="most steps of a conversation (25)")
    parser.add_argument("--protocol", choices=("uci", "xboard"), help="one protocol only")
    parser.add_argument("--end", type=float, default=1, help="seconds in which the process has to end (1)")
    parser.add_argument("--lines", type=int, default=15, help="lines shown before a fault (15)")
    parser.add_argument("--short", action="store_true", help="20 seconds, 3 for each end, to see that everything works")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.seconds, arguments.end = 20, 3
    began = time.perf_counter()
    held, faults, seed = 0, 0, arguments.first
    while time.perf_counter() - began < arguments.seconds and held != arguments.count:
        fault = hold(arguments, seed)
        held += 1
        if fault:
            faults += 1
            print(f"seed {seed}: {fault}", flush=True)
        seed += 1
    print(f"{held} conversations, {faults} faults")
    return 1 if faults or held == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
