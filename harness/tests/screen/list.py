"""kata list on a terminal: what it shows, hears, and leaves.

    list.py KATA

in a folder with a toy track that is started; nothing is handed out."""

import os
import signal
import sys

from terminal import Program, fail, same

KATA = sys.argv[1]
WORK = os.environ["KATA_WORK"]
ON, OFF = "\x1b[?1049h", "\x1b[?1049l"


def start(**how):
    p = Program([KATA, "list"], **how)
    p.expect(ON)
    p.expect("q quit")
    return p


def rows(p):
    """The last picture, without the ends of its lines."""
    p.skip()
    picture = p.seen[p.seen.rindex("\x1b[H") + 3:]
    return [r.replace("\x1b[K", "").replace("\x1b[J", "")
            for r in picture.split("\n")]


def leave(p, key="q"):
    p.type(key)
    p.expect(OFF)
    same(p.wait(), 0, "exit status")
    same(p.modes(), p.before, "modes after it")


def shows_and_moves():
    p = start()
    same(len(rows(p)), 24, "rows of the screen")
    if "0 of 2 done" not in rows(p)[0] or "[all]" not in rows(p)[1]:
        fail(f"head: {rows(p)[:2]}")
    if not rows(p)[2].startswith(">    1  open      week01/pass"):
        fail(f"what is next is not chosen: {rows(p)}")
    p.type("j")
    if not rows(p)[3].startswith(">"):
        fail(f"j does not go down: {rows(p)}")
    p.type("\x1b[A")
    if not rows(p)[2].startswith(">"):
        fail(f"an arrow does not go up: {rows(p)}")
    p.type("G\x1b[B")
    if not rows(p)[5].startswith(">    4  planned"):
        fail(f"G does not go to the last: {rows(p)}")
    p.type("\r")
    p.expect("not in the curriculum yet")
    p.type("?")
    p.expect("the next filter")
    p.type("x")
    p.expect("q quit")
    leave(p)


def filters_and_searches():
    p = start()
    p.type("F")
    p.expect("[planned]")
    if any("week01/pass" in r for r in rows(p)):
        fail(f"what is not planned is shown: {rows(p)}")
    p.type("fff")
    if "[failed]" not in rows(p)[1] or "nothing" not in rows(p)[2]:
        fail(f"nothing has failed, but: {rows(p)}")
    p.type("j\r")
    p.type("F" * 2 + "/COPq\x7f")
    if "search: COP_" not in rows(p)[1] or "1  open" in rows(p)[2]:
        fail(f"search: {rows(p)}")
    same(sum("opy" in r for r in rows(p)), 2, "rows with copy")
    p.type("\r")
    if "search: COP" not in rows(p)[1]:
        fail("Enter has dropped the search")
    p.type("n")
    if not rows(p)[2].startswith(">    1"):
        fail(f"n does not show what is next: {rows(p)}")
    p.type("/zzz\x1b")
    p.expect("week01/pass")
    leave(p, "\x1b")


def finds_what_the_track_lacks():
    p = start()
    if any("spare" in r for r in rows(p)):
        fail(f"what is outside stands in the whole list: {rows(p)}")
    p.type("/aside")
    same(rows(p)[2].rstrip(), ">    -  outside   spare, Kept aside",
         "the row of an exercise outside")
    p.type("\r")
    p.type("r")
    p.expect("there is no file of yours")
    p.type("F")
    if any("spare" in r for r in rows(p)):
        fail(f"what is outside is planned: {rows(p)}")
    p.type("f\r")
    p.expect(OFF)
    p.expect("your file: ")
    same(p.wait(), 0, "exit status")
    if not os.path.exists(os.path.join(WORK, "spare", "pass.cu")):
        fail("it was not handed out")


def resets_after_a_question():
    os.makedirs(os.path.join(WORK, "pass"), exist_ok=True)
    path = os.path.join(WORK, "pass", "pass.cu")
    with open(path, "w") as f:
        f.write("// mine\n")
    p = start()
    p.type("r")
    p.expect("y or n")
    p.type("n")
    p.expect("q quit")
    same(open(path).read(), "// mine\n", "the file after n")
    p.type("ry")
    p.expect("is the stub again")
    if "mine" in open(path).read():
        fail("the file has not been reset")
    p.type("jr")
    p.expect("there is no file of yours")
    leave(p)


def begins_what_is_chosen():
    p = start()
    p.type("j\r")
    p.expect(OFF)
    p.expect("your file: ")
    same(p.wait(), 0, "exit status")
    if not os.path.exists(os.path.join(WORK, "copy", "copy.cu")):
        fail("it was not handed out")


def every_signal_restores():
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
                signal.SIGSEGV):
        p = start()
        os.kill(p.pid, sig)
        p.expect(OFF)
        same(p.wait() - 128, sig, "signal that it died of")
        same(p.modes(), p.before, f"modes after {sig.name}")


def stops_and_goes_on():
    p = start()
    os.kill(p.pid, signal.SIGTSTP)
    same(p.wait(stopped=True), "stopped", "after Ctrl-Z")
    p.expect(OFF)
    os.kill(p.pid, signal.SIGCONT)
    p.expect(ON)
    p.expect("q quit")
    leave(p)


def sizes():
    p = start()
    p.resize(40, 10)
    p.expect("? help")
    same(len(rows(p)), 10, "rows")
    for r in rows(p):
        if len(r) > 40:
            fail(f"wider than 40: {r!r}")
    p.resize(15, 3)
    if len(rows(p)) != 1 or not rows(p)[0].startswith(">"):
        fail(f"tiny: {rows(p)}")
    p.resize(80, 24)
    p.expect("q quit")
    leave(p)


def plain():
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"ACCESSIBLE": "1"}):
        p = Program([KATA, "list"], **env)
        p.expect("4 of 4 items")
        same(p.wait(), 0, "exit status")
        if ON in p.seen:
            fail(f"a screen with {env}")
    p = Program([KATA, "list", "copy"])
    p.expect("2 of 4 items")
    same(p.wait(), 0, "exit status")


for test in (shows_and_moves, filters_and_searches,
             finds_what_the_track_lacks, resets_after_a_question,
             begins_what_is_chosen, every_signal_restores, stops_and_goes_on,
             sizes, plain):
    print(test.__name__, flush=True)
    test()
