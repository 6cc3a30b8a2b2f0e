#!/usr/bin/env python3
"""Shows that the scripts that measure and play say `met` and `MISSED` where they should."""

import contextlib
import io
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
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
