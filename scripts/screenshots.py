#!/usr/bin/env python3
"""Takes a picture of each game's board in a real XBoard, in which a man has been lifted with the mouse.

    cargo build --release
    scripts/screenshots.py                  # all games, into docs/pictures/
    scripts/screenshots.py avon avatar      # these

Needs Debian's packages xboard, xvfb, xauth, xdotool, x11-utils and imagemagick. A picture is taken when the engine
has answered the click with the squares that the man may go to; where it doesn't, or where XBoard reports an
error, the exit code is 1, and 2 where a tool is missing. Pictures are reduced to 32 colours.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "target" / "release" / "caryatid"
PICTURES = ROOT / "docs" / "pictures"
TOOLS = {
    "xboard": "xboard",
    "xvfb-run": "xvfb",
    "Xvfb": "xvfb",
    "xauth": "xauth",
    "xdotool": "xdotool",
    "xwininfo": "x11-utils",
    "import": "imagemagick",
    "convert": "imagemagick",
}
INSIDE = "CARYATID_SCREENSHOTS"
LARGEST = 60_000

# Files, ranks, files of holdings on either side, what is typed first, and the square whose man is lifted
# (`_4` is a square of the holdings).
GAMES = {
    "avatar": (11, 11, 0, "", "b2"),
    "avon": (8, 10, 0, "", "d1"),
    "awarichess": (8, 10, 0, "", "d0"),
    "avp": (10, 10, 2, "pass", "_4"),
    "normal": (8, 8, 0, "", "g1"),
    "capablanca": (10, 8, 0, "", "c1"),
    "gothic": (10, 8, 0, "", "e1"),
    "embassy": (10, 8, 0, "", "f1"),
    "janus": (10, 8, 0, "", "b1"),
    "grand": (10, 10, 2, "", "f1"),
    "shako": (10, 10, 0, "", "a0"),
}


class Board:
    """An XBoard window with a game in it."""

    def __init__(self, variant, folder):
        self.files, self.ranks, self.holdings, _, _ = GAMES[variant]
        self.log = folder / f"{variant}.debug"
        self.process = subprocess.Popen(
            [
                *(tool("xboard"), "-fcp", str(ENGINE), "-variant", variant, "-initialMode", "EditGame"),
                *("-size", "72", "-testLegality", "false", "-testClaims", "false", "-repeatsToDraw", "0"),
                *("-ruleMoves", "0", "-showTargetSquares", "true", "-highlightDragging", "true"),
                *("-useBoardTexture", "false", "-saveSettingsOnExit", "false", "-popupExitMessage", "false", "-soundProgram", ""),
                *("-debug", "-nameOfDebugFile", str(self.log)),
            ],
            cwd=folder,
            env={**os.environ, "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.wait_for(r"<first : pong", 30)
        # The window takes its size from the game only then.
        time.sleep(3)
        self.find_window()

    def find_window(self):
        """Learns where the window and its squares are."""
        tree = run("xwininfo", "-root", "-tree")
        # The title differs from game to game; the board is the largest window.
        pattern = r'(0x\w+) "[^"]*": \("xboard" "Xboard"\) +(\d+)x(\d+)\+\S+ +\+(\d+)\+(\d+)'
        window = max(re.finditer(pattern, tree), key=lambda found: int(found[2]), default=None)
        if not window or int(window[2]) < 100:
            raise RuntimeError(f"no window: {tree}")
        self.window = window[1]
        width, height, self.left, top = map(int, window.groups()[1:])
        self.square = (width - 5) // (self.files + 2 * self.holdings)
        self.top = top + height - 2 - self.ranks * self.square

    def text(self):
        """The debug log so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def wait_for(self, pattern, seconds):
        """Waits for a line of the debug log."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text()):
            if time.monotonic() > end:
                raise RuntimeError(f"no {pattern!r} in the debug log within {seconds} s")
            time.sleep(0.1)

    def lift(self, name):
        """Presses the mouse on a square."""
        first_rank = 0 if self.ranks == 10 else 1
        file = -self.holdings if name[0] == "_" else ord(name[0]) - ord("a")
        row = self.ranks - 1 - (int(name[1:]) - first_rank)
        x = self.left + 2 + int((file + self.holdings + 0.5) * self.square)
        y = self.top + int((row + 0.5) * self.square)
        # XBoard's tip about help goes away with the first click.
        run("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.3)
        run("xdotool", "mousedown", "1")
        self.wait_for(rf"<first : highlight .*[A-Z]", 10)
        time.sleep(1)

    def type(self, text):
        """Types a move."""
        run("xdotool", "type", "--window", self.window, "--delay", "50", text)
        run("xdotool", "key", "--window", self.window, "Return")
        time.sleep(1)

    def picture(self, path):
        """Takes the picture, small."""
        raw = path.with_suffix(".raw.png")
        run("import", "-window", self.window, str(raw))
        run("convert", str(raw), "-resize", "440x", "-dither", "None", "-colors", "32", "-strip", f"PNG8:{path}")
        raw.unlink()

    def end(self):
        """Ends XBoard, and the engine with it."""
        self.process.kill()
        self.process.wait()


def tool(name):
    """Where a program is. Debian keeps games in a folder that root's PATH lacks."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


def run(name, *arguments):
    """Runs a tool and gives what it printed."""
    done = subprocess.run([tool(name), *arguments], capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


def take(variant, folder):
    """Takes one picture; gives a fault, or nothing."""
    board = None
    try:
        board = Board(variant, folder)
        _, _, _, typed, square = GAMES[variant]
        if typed:
            board.type(typed)
        board.lift(square)
        path = PICTURES / f"{variant}.png"
        board.picture(path)
    except (RuntimeError, subprocess.SubprocessError) as problem:
        return f"{variant}: {problem}"
    finally:
        if board:
            board.end()
    bad = re.search(r"(?m)^\d+ <first : (Error|Illegal|tellusererror).*$", board.text())
    if bad:
        return f"{variant}: {bad[0]}"
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size} bytes", flush=True)
    return f"{variant}: {size} bytes are too many" if size > LARGEST else None


def main():
    """Takes the pictures."""
    variants = sys.argv[1:] or list(GAMES)
    unknown = [variant for variant in variants if variant not in GAMES]
    missing = sorted({package for name, package in TOOLS.items() if not tool(name)})
    if unknown or missing:
        if unknown:
            print(f"{__doc__}\ngames: {' '.join(GAMES)}", file=sys.stderr)
        else:
            print(f"not installed: apt-get install {' '.join(missing)}", file=sys.stderr)
        return 2
    if not os.access(ENGINE, os.X_OK):
        print(f"{ENGINE} can't be run; build it with cargo build --release", file=sys.stderr)
        return 2
    if INSIDE not in os.environ:
        screen = [tool("xvfb-run"), "-a", "-s", "-screen 0 1280x1024x24"]
        return subprocess.call([*screen, sys.executable, __file__, *variants], env={**os.environ, INSIDE: "1"})
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="xboard-pictures-") as folder:
        found = [fault for variant in variants if (fault := take(variant, Path(folder)))]
    for fault in found:
        print(f"fault: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
