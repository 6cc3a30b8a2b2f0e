"""A conversation with an engine in either protocol: bytes in, lines out, never a wait without an end."""

import os
import queue
import subprocess
import threading
import time
from pathlib import Path

CARYATID = str(Path(__file__).resolve().parent.parent / "target" / "release" / "caryatid")


class Silence(Exception):
    """An awaited line did not come in time."""


class Ended(Exception):
    """The engine ended while a line was awaited."""


class Conversation:
    """A running engine whose output and complaints are collected by threads."""

    def __init__(self, command=CARYATID):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines = queue.Queue()
        self.complaints = []
        self.readers = [
            threading.Thread(target=self._collect, daemon=True),
            threading.Thread(target=self._collect_complaints, daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def _collect(self):
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.rstrip(b"\n").decode("utf-8", "backslashreplace")))
        self.lines.put((time.perf_counter(), None))

    def _collect_complaints(self):
        for line in self.process.stderr:
            self.complaints.append(line.decode("utf-8", "backslashreplace").rstrip("\n"))

    def send(self, line):
        """Sends a line, text or bytes; gives the moment. An engine that has ended hears nothing."""
        data = line if isinstance(line, bytes) else line.encode()
        try:
            self.process.stdin.write(data + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass
        return time.perf_counter()

    def heard(self, head, seconds):
        """Lines up to the first that begins with `head`, that one included, and the moment it came."""
        deadline = time.perf_counter() + seconds
        lines = []
        while True:
            try:
                moment, line = self.lines.get(timeout=max(0.001, deadline - time.perf_counter()))
            except queue.Empty:
                raise Silence(f"no {head!r} within {seconds} s; last lines {lines[-3:]}") from None
            if line is None:
                raise Ended(f"ended while {head!r} was awaited; last lines {lines[-3:]}")
            lines.append(line)
            if line.startswith(head):
                return lines, moment

    def said(self):
        """Lines that have come so far."""
        lines = []
        while True:
            try:
                line = self.lines.get_nowait()[1]
            except queue.Empty:
                return lines
            if line is None:
                return lines
            lines.append(line)

    def close(self):
        """Closes the engine's input."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def end(self, seconds):
        """Waits for the end of the process; gives its exit code, `None` where it had to be killed."""
        try:
            code = self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            code = None
            self.process.kill()
            self.process.wait()
        self.close()
        for reader in self.readers:
            reader.join(timeout=2)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def threads(self):
        """How many threads the process has."""
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def memory(self):
        """Memory in use, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024
