"""kata watch on a terminal: what it shows, hears, and leaves.

    watch.py KATA

in a folder with a toy track, `pass` handed out."""

import os
import signal
import sqlite3
import subprocess
import sys
import termios
import time

from terminal import Program, fail, same

KATA = sys.argv[1]
FILE = os.path.join(os.environ["KATA_WORK"], "pass", "pass.cu")
with open(FILE) as f:
    SHIPPED = f.read()
CLEAR = "\x1b[2J\x1b[H"


def save(text):
    with open(FILE + ".new", "w") as f:
        f.write(text)
    os.rename(FILE + ".new", FILE)


def attempts(exercise="pass"):
    db = sqlite3.connect(os.environ["KATA_DB"], timeout=10)
    n = db.execute("SELECT count(*) FROM attempt WHERE exercise=?",
                   [exercise]).fetchone()[0]
    db.close()
    return n


def start(*words, **how):
    w = Program([KATA, "watch", *words], **how)
    w.expect("pass: ")
    w.expect("quit")
    return w


def quit_by_key(w):
    w.type("q")
    same(w.wait(), 0, "exit status after q")
    same(w.modes(), w.before, "modes after q")


def saving_is_checking():
    w = Program([KATA, "watch"])
    w.expect(CLEAR)  # the brief, for the stub is nobody's work
    w.expect("kata check week01/pass")
    w.expect("q quit")
    if not w.is_raw():
        fail("keys do not come at once")
    same(attempts(), 0, "attempts before a save")
    save(SHIPPED + "// 1\n")
    w.expect("checking pass")
    w.expect(CLEAR)
    w.expect("PASS")
    w.expect("1 of 2  pass: passed; n: the next one")
    w.expect("q quit")
    same(attempts(), 1, "attempts after a save")

    save(SHIPPED + "// 1\n")
    w.expect_not("checking", 0.5)
    same(attempts(), 1, "attempts after the same text again")

    save("not C\n")
    w.expect("checking pass")
    w.expect("error")
    w.expect("quit")
    same(attempts(), 2, "attempts after a text that does not build")

    w.type("h")
    w.expect("hint 1 of 2")
    w.expect("q quit")
    w.type("d")
    w.expect("+not C")
    w.expect("q quit")
    w.type("?")
    w.expect("the next hint")
    w.expect("q quit")
    w.type("l")
    w.expect("4 of 4 items")
    w.expect("q quit")
    w.type("n")
    w.expect("copy: not tried yet")
    w.expect("q quit")
    save(SHIPPED)
    w.expect_not("checking", 0.5)  # another exercise's file
    quit_by_key(w)


def a_check_hears_only_q():
    # compiled: on any machine that takes longer than the keys and the next save
    save(SHIPPED + f"#include <cub/cub.cuh>\n// {time.time()}\n")
    had = attempts()
    w = Program([KATA, "watch", "pass"])
    w.expect("checking pass")
    w.type("hhnn?")
    begun = time.monotonic()
    while time.monotonic() - begun < 0.3:
        w.read(0.1)  # the compiler has the first one
    save(SHIPPED + f"// {time.time()} later\n")
    w.expect("PASS")
    while attempts() - had < 2 and time.monotonic() - begun < 60:
        w.read(0.1)  # the one saved meanwhile
    same(attempts() - had, 2, "attempts")
    w.skip()
    w.type("d")
    w.expect("no difference")
    w.expect("q quit")
    for text in ("kata hint", "kata next copy", "the next hint"):
        if text in w.seen:
            fail(f"a key that was typed during a check acted: {text}")
    save(SHIPPED + f"// {time.time()} last\n")
    w.expect("checking pass")
    quit_by_key(w)


def every_signal_restores():
    save(SHIPPED + "// 1\n")
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
                signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS):
        w = start("pass")
        if not w.is_raw():
            fail("keys do not come at once")
        os.kill(w.pid, sig)
        same(w.wait(), 128 + sig, f"exit status after {sig}")
        same(w.modes(), w.before, f"modes after {sig}")
    w = start("pass")
    w.type("\x03")
    same(w.wait(), 130, "exit status after Ctrl-C")
    same(w.modes(), w.before, "modes after Ctrl-C")


def stops_and_goes_on():
    w = start("pass")
    w.skip()
    w.type("\x1a")
    same(w.wait(stopped=True), "stopped", "after Ctrl-Z")
    same(w.modes(), w.before, "modes while stopped")
    os.kill(w.pid, signal.SIGCONT)
    w.expect(CLEAR)
    w.expect("q quit")
    if not w.is_raw():
        fail("keys do not come at once after fg")
    w.type("?")
    w.expect("the next hint")
    quit_by_key(w)


def killed_hard():
    w = start("pass")
    os.kill(w.pid, signal.SIGKILL)
    same(w.wait(), 137, "exit status after kill -9")
    if not w.is_raw():
        fail("nothing is left to repair: is this test still needed?")
    subprocess.run(["stty", "sane"], stdin=w.slave, check=True)
    if w.is_raw() or not w.modes()[3] & termios.ECHO:
        fail("stty sane does not repair the terminal")


def sizes():
    w = start("pass", columns=40, rows=12)
    w.skip()
    w.resize(40, 12)
    w.expect(CLEAR)
    w.expect("q quit")
    widest = max(len(line) for line in
                 w.seen[w.seen.rindex("1 of 2") - 20:].split("\n"))
    if widest > 40:
        fail(f"a footer of {widest} columns on 40")
    w.skip()
    w.resize(18, 4)
    w.expect(CLEAR)
    w.expect("pass: passed bef")
    w.expect_not("\n", 0.3)
    w.resize(80, 24)
    w.expect(CLEAR)
    w.expect("q quit")
    quit_by_key(w)


def plain():
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb"),
                        ("ACCESSIBLE", "1")):
        w = start("pass", **{name: value})
        save(SHIPPED + f"// {name}\n")
        w.expect("PASS")
        w.expect("q to quit")
        w.resize(60, 20)
        w.type("?")
        w.expect("the next hint")
        quit_by_key(w)
        if "\x1b" in w.seen and name != "ACCESSIBLE" or CLEAR in w.seen:
            fail(f"{name}={value}: control sequences in {w.seen!r}")


def polls():
    w = start("pass", "--poll")
    if "polling: looks at the file once a second" not in w.seen:
        fail("the footer does not say that it polls")
    had = attempts()
    save(SHIPPED + "// 1 polled\n")
    w.expect("PASS")
    w.expect("q quit")
    same(attempts(), had + 1, "attempts after a save that was polled")
    quit_by_key(w)


def folder_is_made_anew():
    w = start("pass")
    had = attempts()
    folder = os.path.dirname(FILE)
    os.rename(folder, folder + ".old")
    time.sleep(0.3)
    os.mkdir(folder)
    save(SHIPPED + "// 1 anew\n")
    w.expect("PASS")
    w.expect("q quit")
    save(SHIPPED + "// 2 anew\n")
    w.expect("PASS")
    w.expect("q quit")
    same(attempts(), had + 2, "attempts in a folder that was made anew")
    w.hang_up()
    code = w.wait(drain=False)
    # 5: it was about to write, and there was no terminal to write to.
    if code not in (0, 5, 129):
        fail(f"exit after a hang-up: {code}")


for test in (saving_is_checking, a_check_hears_only_q, every_signal_restores,
             stops_and_goes_on, killed_hard, sizes, plain, polls,
             folder_is_made_anew):
    begun = time.monotonic()
    test()
    print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
