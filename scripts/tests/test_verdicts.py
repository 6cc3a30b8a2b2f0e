#!/usr/bin/env python3
"""Shows that the scripts that measure and play say `met` and `MISSED` where they should."""

import contextlib
import io
import json
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import match_runners
import opponents
import smp


class Opponents(unittest.TestCase):
    """Wins, counted from a file of a match."""

    @staticmethod
    def game(participants, winner, termination="normal"):
        return json.dumps({"game": {"participants": participants, "winner": winner, "termination": termination}})

    def test_wins_are_counted_by_side(self):
        lines = ['{"match":{}}', self.game([0, 1], "White"), self.game([1, 0], "Black"), self.game([1, 0], "White")]
        lines += [self.game([0, 1], None), self.game([0, 1], "White"), '{"summary":{}}']
        self.assertEqual(opponents.wins_by_side(lines), [2, 1])

    def test_a_fault_of_the_opponent_is_no_win(self):
        lines = [self.game([0, 1], "White", "time forfeit"), self.game([1, 0], "Black", "abandoned")]
        self.assertEqual(opponents.wins_by_side(lines), [0, 0])

    def test_unequal_armies_are_asked_for_less(self):
        asked = opponents.demand_of("avp")
        self.assertEqual((asked.each_side, asked.white, asked.black), (20, 18, 20))
        self.assertEqual(opponents.demand_of("chess").total, 20)

    def test_what_can_not_be_played_is_exit_code_two(self):
        script = Path(opponents.__file__)
        for more in (["--engine", "/nonexistent"], ["--engine", "/bin/false"], ["--variants"], ["--variants", "x"]):
            command = [sys.executable, script, "--no-fairymax", "--short", *more]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertNotIn("Traceback", done.stderr)


class Runners(unittest.TestCase):
    """Whose fault a line of a runner is."""

    def test_lines_are_the_opponents_or_count(self):
        for line, is_the_opponents in [
            ("fault: crash by second in game 3 after 9 moves: the program has ended", True),
            ("fault: crash by first in game 3 after 9 moves: second", False),
            ("Finished game 2 (second vs first): 0-1 {White disconnects}", True),
            ("Finished game 2 (second vs first): 1-0 {Black loses on time}", False),
            ("Finished game 1 (first vs second): 0-1 {White makes an illegal move: e2e5}", False),
            ("Terminating process of engine second(1): it stalls", True),
            ("a crash of nobody", False),
        ]:
            self.assertEqual(match_runners.is_the_opponents(line), is_the_opponents, line)


class Shells(unittest.TestCase):
    """The scripts of games against itself."""

    def test_options_without_a_value_and_no_games_are_exit_code_two(self):
        folder = Path(opponents.__file__).resolve().parent
        for name in ("selfplay.sh", "self_matches.sh"):
            for more in (["--games"], ["--variants", ""], ["--games", "0"], ["--games", "x"], ["--nothing"]):
                done = subprocess.run([folder / name, *more], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2, f"{name} {more}: {done.stderr}")


class Threads(unittest.TestCase):
    """The verdict of one line of `smp.py`."""

    def said(self, speeds, times):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            kept = smp.report("game", speeds, times)
        return kept, output.getvalue()

    def test_speed_and_time_are_both_asked_for(self):
        for speeds, times, kept in [
            (([1e6], [1.9e6]), ([2.0], [1.1]), True),
            (([1e6], [1.8e6]), ([2.0], [1.1]), False),
            (([1e6], [1.9e6]), ([2.0], [2.1]), False),
        ]:
            found, line = self.said(speeds, times)
            self.assertEqual(found, kept, line)
            self.assertIn("met" if kept else "MISSED", line)


if __name__ == "__main__":
    unittest.main()
