#!/usr/bin/env python3
"""Shows under the real XBoard that `xboard_match.py` accepts an honest match and rejects bad ones."""

import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import xboard_match

HERE = Path(__file__).resolve().parent
CHECK = HERE.parent / "xboard_match.py"
SCRIPTED = HERE / "scripted_engine.py"


def match(second, *more):
    """Exit code and report of two games of the honest engine against one that plays in another way."""
    done = subprocess.run(
        [sys.executable, CHECK, "--variant", "normal", "--tc", "0:04+0", "--stall", "10"]
        + ["--timeout", "60", "--engine", f"{SCRIPTED} honest", "--second", f"{SCRIPTED} {second}", *more],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


class Match(unittest.TestCase):
    """Matches of two scripted engines."""

    def rejects(self, way, reason):
        """The match is rejected, and the report says why."""
        code, report = match(way)
        self.assertEqual(code, 1, report)
        self.assertIn(reason, report)

    def test_an_honest_match_is_good(self):
        code, report = match("honest")
        self.assertEqual(code, 0, report)
        self.assertIn("game 2: 1-0", report)

    def test_a_move_that_is_needed_and_not_made_is_found(self):
        code, report = match("honest", "--need", "recruit")
        self.assertEqual(code, 1, report)
        self.assertIn("no move of the match is what was needed", report)
        code, report = match("honest", "--need", "c2c3")
        self.assertEqual(code, 0, report)
        self.assertIn("14 plies, 1 of them needed", report)

    def test_a_move_called_illegal_is_found(self):
        self.rejects("illegal", "Illegal move (no such man)")

    def test_an_engine_that_stops_answering_is_found(self):
        self.rejects("silent", "on time")

    def test_an_engine_that_ends_is_found(self):
        self.rejects("crash", "fault: game 1")

    def test_a_forfeit_is_found(self):
        self.rejects("forfeit", "Black forfeits")

    def test_games_of_a_few_moves_are_found(self):
        self.rejects("short", "only 3 plies")


class Needed(unittest.TestCase):
    """Moves of a kind, counted from a debug log."""

    LOG = """\
11 <second: move L@e9
12 <first : move @@@@
13 <second: move d8d4
14 <first : move @@@@
15 <second: move N@c9
16 >first : result 0-1 {mate}
21 <first : move b1c3
22 <second: move r@d4
"""

    def counts(self, need):
        return [game.needed for game in xboard_match.read_log(self.LOG, xboard_match.NEEDS.get(need, need))]

    def test_recruits_are_drops_but_no_placements(self):
        self.assertEqual(self.counts("recruit"), [1, 1])

    def test_missed_turns_are_null_moves(self):
        self.assertEqual(self.counts("drop-out"), [2, 0])

    def test_a_pattern_is_a_whole_move(self):
        self.assertEqual(self.counts("b1"), [0, 0])
        self.assertEqual(self.counts("b1.*"), [0, 1])
        self.assertEqual(self.counts(None), [0, 0])


class Verdict(unittest.TestCase):
    """What is wrong with a match, from its PGN and its debug log."""

    LOG = "11 <first : move e2e4\n12 <second: move e7e5\n"

    def faults(self, result, ending):
        pgn = f'[Variant "normal"]\n[Result "{result}"]\n\n1. e4 e5\n{{{ending}}} {result}\n'
        arguments = xboard_match.parse(["--variant", "normal", "--games", "1", "--min-plies", "2", "--engine", sys.executable])
        return xboard_match.faults(pgn, self.LOG, "", arguments)

    def test_a_game_that_xboard_cuts_is_no_fault(self):
        self.assertEqual(self.faults("*", "Game too long; increase MAX_MOVES and recompile"), [])

    def test_a_game_without_a_result_is_one(self):
        self.assertIn("no result", "".join(self.faults("*", "something else")))


if __name__ == "__main__":
    unittest.main()
