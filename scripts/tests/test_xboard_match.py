#!/usr/bin/env python3
"""Shows under the real XBoard that `xboard_match.py` accepts an honest match and rejects bad ones."""

import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECK = HERE.parent / "xboard_match.py"
SCRIPTED = HERE / "scripted_engine.py"


def match(second):
    """Exit code and report of two games of the honest engine against one that plays in another way."""
    done = subprocess.run(
        [sys.executable, CHECK, "--variant", "normal", "--tc", "0:04+0", "--stall", "10"]
        + ["--timeout", "60", "--engine", f"{SCRIPTED} honest", "--second", f"{SCRIPTED} {second}"],
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


if __name__ == "__main__":
    unittest.main()
