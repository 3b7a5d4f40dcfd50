"""kata start without a track: three questions on a terminal of 80 x 24."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

SECONDS = 20.0


class Start:
    def __init__(self, kata):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execv(kata, [kata, "start"])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 24, 80, 0, 0))
        self.seen = ""

    def wait_for(self, text):
        """Reads until text appears, and returns all that came before."""
        end = time.time() + SECONDS
        while text not in self.seen:
            left = end - time.time()
            ready = left > 0 and select.select([self.fd], [], [], left)[0]
            try:
                more = os.read(self.fd, 4096) if ready else b""
            except OSError:
                more = b""
            if not more:
                sys.exit(f"no {text!r} in:\n{self.seen}")
            self.seen += more.decode()
        at = self.seen.index(text) + len(text)
        before, self.seen = self.seen[:at], self.seen[at:]
        return before

    def type(self, text):
        os.write(self.fd, text.encode())

    def end(self):
        try:
            while os.read(self.fd, 4096):
                pass
        except OSError:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def expect(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got!r}, not {want!r}")


def main(kata, time_answer, track):
    s = Start(kata)
    s.wait_for("a to c: ")
    s.type("a\n")
    s.wait_for("teaches CUDA, and not C")
    s.wait_for("a to d: ")
    s.type("q\n")  # no answer: asked again
    s.wait_for("Type one letter, a to d: ")
    s.type(time_answer + "\n")
    s.wait_for("a to b: ")
    s.type("b\n")
    s.wait_for("simulated device")
    s.wait_for(track)
    s.wait_for("Begin it? [Y/n] ")
    s.type("what\n")  # no answer either
    s.wait_for("Type y or n")
    s.type("n\n")
    expect("exit status after no", s.end(), 2)

    s = Start(kata)
    for prompt, answer in (("a to c: ", "b"), ("a to d: ", time_answer),
                           ("a to b: ", "a"), ("Begin it? [Y/n] ", "")):
        s.wait_for(prompt)
        s.type(answer + "\n")
    s.wait_for("kata next")
    expect("exit status after yes", s.end(), 0)

    s = Start(kata)  # the end of the input
    s.wait_for("a to c: ")
    s.type("\x04")
    expect("exit status at the end of the input", s.end(), 2)


main(*sys.argv[1:])
