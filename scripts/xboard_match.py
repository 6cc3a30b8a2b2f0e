#!/usr/bin/env python3
"""Plays an unattended match under the real XBoard and checks what came of it.

Needs xboard and xvfb (Debian: `apt-get install xboard xvfb xauth`). By default two Caryatid processes
play two games of `avatar`:

    cargo build --release
    scripts/xboard_match.py
    scripts/xboard_match.py --variant normal --games 4 --tc 0:10+0.1 --keep match/
    scripts/xboard_match.py --variant avp --games 4 --tc 0:02+0.02 --need recruit

The match is good (exit code 0) when every game has a result that one of the engines announced with its reason or
was cut by XBoard's own limit of moves, both engines moved in every game, the games are longer than a few moves,
and nothing in XBoard's debug log or on its terminal speaks of an illegal move, a forfeit, an error or a crash.
With `--need` a move of a kind must have been made, too, in one game at least. Otherwise each fault is named and
the exit code is 1; it is 2 when the match could not be started.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

ENGINE = Path(__file__).resolve().parent.parent / "target" / "release" / "caryatid"

# XBoard's own limit of moves.
TOO_LONG = re.compile(r"Game too long; increase MAX_MOVES")
# How XBoard ends a game by itself: none of these is a good ending of an unattended match.
BAD_ENDINGS = re.compile(
    r"forfeit|illegal|on time|time forfeit|exit|disconnect|adjudicat|claim|abort|resign|unknown|cut off",
    re.IGNORECASE,
)
# What an engine or XBoard prints when something has gone wrong.
BAD_LINES = re.compile(r"illegal|tellusererror|forfeit|panicked|exited unexpectedly|time-?out", re.IGNORECASE)
ENGINE_ERROR = re.compile(r"<(first|second) ?: Error \(")
UNKNOWN_COMMAND = re.compile(r"Error \(unknown command\)")

TIMED = r"^\d+ "
# Lines that an engine printed, apart from its features (which hold names), and XBoard's endings.
SPOKEN = re.compile(TIMED + r"<(first|second) ?: (?!feature)|GameEnds")
MOVED = re.compile(TIMED + r"<(first|second) ?: move (\S+)", re.MULTILINE)
CLAIMED = re.compile(TIMED + r"<(first|second) ?: (1-0|0-1|1/2-1/2) \{(.*)\}", re.MULTILINE)
TOLD = re.compile(TIMED + r">first ?: result (\S+) \{(.*)\}", re.MULTILINE)
NULL_MOVES = ("@@@@", "--", "pass")

# Kinds of moves that a match may have to show. Aliens come to the board by drops, too, before they recruit; turns
# are missed in Avon only by who has dropped out.
NEEDS = {"recruit": r"[A-KM-Z]@[a-j]\d", "drop-out": r"@@@@"}


@dataclass
class Game:
    """A game as XBoard wrote it down."""

    number: int
    result: str
    variant: str
    ending: str


@dataclass
class Moves:
    """Real moves of each engine in one game, those needed, and the results that the engines announced."""

    first: int = 0
    second: int = 0
    needed: int = 0
    claims: list = field(default_factory=list)


def read_pgn(text):
    """The games of a PGN file."""
    games = []
    for chunk in re.split(r"(?m)^(?=\[Event )", text):
        tags = dict(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', chunk))
        if not tags:
            continue
        comments = re.findall(r"\{([^{}]*)\}\s*(?:1-0|0-1|1/2-1/2|\*)\s*$", chunk)
        ending = " ".join(comments[-1].split()) if comments else ""
        games.append(Game(len(games) + 1, tags.get("Result", "*"), tags.get("Variant", "normal"), ending))
    return games


def read_log(text, need=None):
    """The moves of each game in a debug log, and how many of them are of a kind that is needed.

    A game ends where XBoard tells its result to an engine.
    """
    games = [Moves()]
    for line in text.splitlines():
        if moved := MOVED.match(line):
            games[-1].needed += bool(need and re.fullmatch(need, moved[2], re.IGNORECASE))
            if moved[2] not in NULL_MOVES:
                setattr(games[-1], moved[1], getattr(games[-1], moved[1]) + 1)
        elif claimed := CLAIMED.match(line):
            games[-1].claims.append((claimed[2], " ".join(claimed[3].split())))
        elif TOLD.match(line):
            games.append(Moves())
    if games[-1].first == games[-1].second == 0:
        games.pop()
    return games


def faults(pgn, log, terminal, arguments):
    """Everything that is wrong with a match, a sentence each."""
    found = []
    games, moves = read_pgn(pgn), read_log(log, arguments.need)
    if arguments.need and not any(moved.needed for moved in moves):
        found.append(f"no move of the match is what was needed: {arguments.need}")
    if len(games) != arguments.games:
        found.append(f"{len(games)} games in the PGN, {arguments.games} were asked for")
    if len(moves) < len(games):
        found.append(f"{len(moves)} games in the debug log, {len(games)} in the PGN")
    for game, moved in zip(games, moves):
        name = f"game {game.number}"
        plies = moved.first + moved.second
        if TOO_LONG.match(game.ending or ""):
            pass  # XBoard's own limit, which games of Awarichess may reach.
        elif game.result not in ("1-0", "0-1", "1/2-1/2"):
            found.append(f"{name}: no result, but {game.result!r} ({game.ending or 'no reason'})")
        elif BAD_ENDINGS.search(game.ending):
            found.append(f"{name}: ended by {game.ending!r}")
        elif (game.result, game.ending) not in moved.claims:
            found.append(f"{name}: no engine announced {game.result} {{{game.ending}}}, but {moved.claims}")
        if plies < arguments.min_plies:
            found.append(f"{name}: only {plies} plies")
        for engine in ("first", "second"):
            if getattr(moved, engine) == 0:
                found.append(f"{name}: the {engine} engine made no move")
        if game.variant.lower() != arguments.variant:
            found.append(f"{name}: variant {game.variant!r}, {arguments.variant!r} was asked for")
    for number, line in enumerate(log.splitlines(), 1):
        if not SPOKEN.match(line):
            continue
        is_error = ENGINE_ERROR.search(line) and not (arguments.foreign and UNKNOWN_COMMAND.search(line))
        if BAD_LINES.search(line) or is_error:
            found.append(f"debug log, line {number}: {line.strip()}")
    for line in terminal.splitlines():
        if BAD_LINES.search(line):
            found.append(f"terminal: {line.strip()}")
    return found


def tool(name):
    """Where a program is. Debian keeps games in a folder that root's PATH lacks."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


def command(arguments, folder):
    """The command line of the match."""
    base, _, increment = arguments.tc.partition("+")
    clock = ["-mps", "0", "-tc", base, "-inc", increment or "0"]
    if arguments.st:
        clock = ["-st", f"0:{arguments.st:02d}"]
    if arguments.no_ponder:
        clock += ["-ponderNextMove", "false"]
    if arguments.sd:
        clock += ["-depth", str(arguments.sd)]
    # Matches that begin together look for a free screen from different numbers on.
    screen = str(100 + os.getpid() % 900)
    return [
        *(tool("xvfb-run"), "-a", "-n", screen, "-s", "-screen 0 1280x1024x24"),
        *(tool("xboard"), "-noGUI", "-popupExitMessage", "false", "-saveSettingsOnExit", "false"),
        # Without these XBoard takes unknown suffixes for illegal moves, doubts results, and
        # declares draws by its own counts.
        *("-testLegality", "false", "-testClaims", "false", "-repeatsToDraw", "0", "-ruleMoves", "0"),
        # Games are played to the end that the rules give them. Programs without these options hear nothing.
        *("-firstOptions", "Resign Score=0,Draw Offers=0", "-secondOptions", "Resign Score=0,Draw Offers=0"),
        *("-fcp", arguments.engine, "-scp", arguments.second or arguments.engine),
        *("-variant", arguments.variant, "-mg", str(arguments.games), "-matchPause", "500"),
        *(*clock, "-autoCallFlag", "true", "-soundProgram", "", "-sgf", str(folder / "match.pgn")),
        *("-debug", "-nameOfDebugFile", str(folder / "xboard.debug")),
    ]


def end_all(mark):
    """Ends every process of this match: those that carry its mark in their environment."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mark.encode() in (process / "environ").read_bytes():
                    os.kill(int(process.name), kind)
            except (OSError, ValueError):
                continue
        time.sleep(0.3)


def play(arguments, folder):
    """Runs the match in `folder`; gives a fault if it had to be ended."""
    mark = f"CARYATID_MATCH={uuid.uuid4().hex}"
    name, _, value = mark.partition("=")
    environment = {**os.environ, name: value, "HOME": str(folder)}
    with open(folder / "terminal.txt", "wb") as terminal:
        match = subprocess.Popen(
            command(arguments, folder),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=terminal,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return wait(match, folder / "xboard.debug", arguments)
        finally:
            end_all(mark)
            match.wait()


def wait(match, log, arguments):
    """Waits for the end of the match; gives a fault if it takes too long or nothing happens any more."""
    began = quiet_since = time.monotonic()
    size = 0
    while match.poll() is None:
        time.sleep(0.2)
        now = time.monotonic()
        grown = log.stat().st_size if log.exists() else 0
        if grown != size:
            size, quiet_since = grown, now
        if now - began > arguments.timeout:
            return [f"the match did not end within {arguments.timeout:.0f} s"]
        if now - quiet_since > arguments.stall:
            return [f"nothing happened for {arguments.stall:.0f} s"]
    return []


def read(path):
    """A file's text, empty where there is no file."""
    return path.read_text(errors="replace") if path.exists() else ""


def engine_command(text):
    """An engine's command with its program made absolute, since the match runs in a folder of its own."""
    program, *rest = text.split(" ")
    found = tool(program) or program
    if not os.access(found, os.X_OK):
        raise argparse.ArgumentTypeError(f"{program} can't be run; build it or name another with --engine")
    return " ".join([os.path.abspath(found), *rest])


def parse(arguments=None):
    """The command line."""
    head, _, rest = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        description=head, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", default="avatar", help="XBoard's name of the game (avatar)")
    parser.add_argument("--games", type=int, default=2, help="number of games (2)")
    parser.add_argument("--engine", help="command of the first engine (target/release/caryatid)")
    parser.add_argument("--second", help="command of the second engine (like the first)")
    parser.add_argument("--tc", default="0:05+0.05", help="minutes:seconds+increment (0:05+0.05)")
    parser.add_argument("--st", type=int, help="whole seconds a move, instead of --tc")
    parser.add_argument("--sd", type=int, help="plies that a search may be deep, within the time")
    parser.add_argument("--no-ponder", action="store_true", help="nobody thinks in the other's time")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for the whole match (600)")
    parser.add_argument("--stall", type=float, default=60, help="seconds without any event (60)")
    parser.add_argument("--min-plies", type=int, default=12, help="shorter games are a fault (12)")
    parser.add_argument("--need", help="a kind of move that must be seen: recruit, drop-out, or a regular expression")
    parser.add_argument("--foreign", action="store_true", help="forgive unknown commands of other engines")
    parser.add_argument("--keep", type=Path, help="folder for the PGN and the debug log")
    parsed = parser.parse_args(arguments)
    parsed.need = NEEDS.get(parsed.need, parsed.need)
    try:
        parsed.engine = engine_command(parsed.engine or str(ENGINE))
        parsed.second = engine_command(parsed.second) if parsed.second else None
    except argparse.ArgumentTypeError as problem:
        parser.error(str(problem))
    return parsed


def main():
    """Plays, checks and reports."""
    arguments = parse()
    missing = [name for name in ("xboard", "xvfb-run", "Xvfb", "xauth") if not tool(name)]
    if missing:
        print(f"not installed: {', '.join(missing)} (apt-get install xboard xvfb xauth)", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="xboard-match-") as temporary:
        folder = arguments.keep.resolve() if arguments.keep else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for old in ("match.pgn", "xboard.debug"):
            (folder / old).unlink(missing_ok=True)
        began = time.monotonic()
        found = play(arguments, folder)
        pgn, log = read(folder / "match.pgn"), read(folder / "xboard.debug")
        found += faults(pgn, log, read(folder / "terminal.txt"), arguments)
        for game, moved in zip(read_pgn(pgn), read_log(log, arguments.need)):
            plies = moved.first + moved.second
            needed = f", {moved.needed} of them needed" if arguments.need else ""
            print(f"game {game.number}: {game.result} {{{game.ending}}}, {plies} plies{needed}")
        print(f"{arguments.variant}: {time.monotonic() - began:.0f} s")
    for fault in found[:40]:
        print(f"fault: {fault}")
    print("good" if not found else f"faults: {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
