"""A program on a terminal of its own, for tests: what it writes, what is typed,
the terminal's modes, its size, its signals."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = float(os.environ.get("KATA_PATIENCE", "30"))


def fail(text):
    print("FAILED:", text, flush=True)
    sys.exit(1)


class Program:
    """argv on a new terminal. `seen` is all that it has written, without
    colours."""

    def __init__(self, argv, columns=80, rows=24, **env):
        self.seen = self.rest = ""
        self.mark = 0
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows, tell=False)
        self.before = self.modes()
        environ = dict(os.environ, TERM="xterm-256color")
        environ.update(env)
        environ.pop("COLUMNS", None)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(self.slave, fd)
            os.closerange(3, 64)
            os.execvpe(argv[0], argv, environ)

    def resize(self, columns, rows, tell=True):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)
        if tell:
            os.kill(self.pid, signal.SIGWINCH)

    def modes(self):
        return termios.tcgetattr(self.slave)

    def is_raw(self):
        return not self.modes()[3] & termios.ICANON

    def read(self, seconds):
        """Takes in what comes; returns whether something did."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            part = os.read(self.master, 65536)
        except OSError:
            return False
        text = self.rest + part.decode("utf-8", "replace")
        half = re.search(r"\x1b(\[[0-9;?]*)?$", text)
        self.rest = text[half.start():] if half else ""
        text = text[:half.start()] if half else text
        self.seen += re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r\n", "\n")
        return bool(part)

    def new(self):
        return self.seen[self.mark:]

    def expect(self, text, patience=PATIENCE):
        """Waits until text comes after what was expected last."""
        until = time.monotonic() + patience
        while text not in self.new():
            left = until - time.monotonic()
            if left <= 0:
                fail(f"no {text!r} in {patience} s, but {self.new()[-2000:]!r}")
            self.read(min(left, 0.05))
        at = self.seen.index(text, self.mark)
        self.mark = at + len(text)

    def expect_not(self, text, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.read(0.05)
        if text in self.new():
            fail(f"{text!r} came: {self.new()[-2000:]!r}")

    def skip(self):
        """Takes in what is there, and expects from there on."""
        while self.read(0.1):
            pass
        self.mark = len(self.seen)

    def type(self, text):
        os.write(self.master, text.encode())

    def hang_up(self):
        """The terminal goes away."""
        os.close(self.slave)
        os.close(self.master)

    def wait(self, stopped=False, drain=True, patience=PATIENCE):
        """Exit status, 128 + signal, or "stopped"."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            pid, how = os.waitpid(
                self.pid, os.WNOHANG | (os.WUNTRACED if stopped else 0))
            if drain:
                self.read(0)
            if pid and os.WIFSTOPPED(how):
                return "stopped"
            if pid:
                while drain and self.read(0):
                    pass
                code = os.waitstatus_to_exitcode(how)
                return code if code >= 0 else 128 - code
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        fail(f"it did not end in {patience} s: {self.new()!r}")


def same(got, want, what):
    if got != want:
        fail(f"{what}: {got!r}, not {want!r}")
