#!/usr/bin/env python3
"""An XBoard engine that plays a fixed game, well or badly, to prove that a match check can fail.

`scripted_engine.py WAY`, where WAY is one of
    honest      plays the scripted game and announces its result
    illegal     calls the third move it receives illegal
    silent      stops answering at the second move
    crash       ends at the second move
    forfeit     announces a win by its opponent's forfeit in mid-game
    short       announces a draw at the second move
"""

import sys

# Seven moves each of a game without a point; White's last move is declared a win.
GAME = "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6".split()
RESULT = "1-0 {White has finished the script}"


class Engine:
    """State of the scripted engine."""

    def __init__(self, way):
        self.way = way
        self.ply = 0
        self.is_forced = True
        self.received = 0
        self.made = 0

    def say(self, text):
        """Sends a line."""
        print(text, flush=True)

    def answer(self):
        """Plays the next move of the script, in its way."""
        if self.ply >= len(GAME):
            self.say(RESULT)
            return
        if self.made == 1 and self.way == "silent":
            return
        if self.made == 1 and self.way == "crash":
            sys.exit(3)
        if self.made == 1 and self.way == "short":
            self.say("1/2-1/2 {Draw agreed with myself}")
            return
        if self.made == 2 and self.way == "forfeit":
            self.say("1-0 {Black forfeits}")
            return
        self.say(f"move {GAME[self.ply]}")
        self.ply += 1
        self.made += 1

    def obey(self, line):
        """Follows one command."""
        word, _, rest = line.partition(" ")
        if word == "protover":
            self.say(f'feature done=0 myname="scripted {self.way}" ping=1 usermove=1 setboard=1 sigint=0 done=1')
        elif word == "ping":
            self.say(f"pong {rest}")
        elif word == "new":
            self.__init__(self.way)
            self.is_forced = False
        elif word in ("force", "result"):
            self.is_forced = True
        elif word == "go":
            self.is_forced = False
            self.answer()
        elif word == "usermove":
            self.received += 1
            if self.way == "illegal" and self.received == 3:
                self.say(f"Illegal move (no such man): {rest}")
                return
            self.ply += 1
            if not self.is_forced:
                self.answer()


def main():
    """Reads commands to the end of input."""
    engine = Engine(sys.argv[1] if len(sys.argv) > 1 else "honest")
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        engine.obey(line.strip())


if __name__ == "__main__":
    main()
