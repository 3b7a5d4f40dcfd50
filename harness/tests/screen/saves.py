"""Saves a file again and again, in five ways, while kata watch looks on: each
new text is judged once, and none twice.

    saves.py KATA [SAVES]

in a folder with a toy track, as the scripts of regress/ have it. By hand, with
an editor of its own, where editors keep backups (not below /tmp):

    KATA_ROOT=$PWD/harness/tests/toy KATA_WORK=~/try/work KATA_DB=~/try/p.db \\
        python3 harness/tests/screen/saves.py $PWD/.build/dev/kata 500
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import time

from terminal import Program, fail, same

KATA = sys.argv[1]
SAVES = int(sys.argv[2]) if len(sys.argv) > 2 else 40
FILE = os.path.join(os.environ["KATA_WORK"], "pass", "pass.cu")
TEXTS = 4


def rename_as_vim(text):
    os.rename(FILE, FILE + "~")
    truncate(text)
    os.chmod(FILE, 0o644)
    os.unlink(FILE + "~")


def truncate(text):
    with open(FILE, "w") as f:
        f.write(text[: len(text) // 2])
        f.flush()
        f.write(text[len(text) // 2:])


def rename_over(text):
    with open(FILE + ".new", "w") as f:
        f.write(text)
    os.rename(FILE + ".new", FILE)


def touch(_):
    with open(FILE, "r+"):
        os.utime(FILE)


def write_twice(text):
    truncate(text)
    truncate(text)


def vim(text):
    copy = FILE + ".text"
    with open(copy, "w") as f:
        f.write(text)
    subprocess.run(
        ["vim", "-N", "-u", "NONE", "-n", "-es", "-c", "set backup", "-c",
         f"%d | 0r {copy} | $d | w", "-c", "q!", FILE],
        stdin=subprocess.DEVNULL, check=True)
    os.unlink(copy)


WAYS = [rename_as_vim, truncate, rename_over, touch, write_twice]
if SAVES >= 500 and shutil.which("vim"):
    WAYS[0] = vim


def attempts():
    db = sqlite3.connect(os.environ["KATA_DB"], timeout=10)
    n = db.execute("SELECT count(*) FROM attempt "
                   "WHERE exercise='pass'").fetchone()[0]
    db.close()
    return n


def memory(pid):
    with open(f"/proc/{pid}/status") as f:
        return [int(line.split()[1]) for line in f
                if line.startswith("VmRSS")][0]


def main():
    with open(FILE) as f:
        shipped = f.read()
    texts = [shipped + f"// text {i}\n" for i in range(TEXTS)]
    for text in texts:  # compiled once each
        rename_over(text)
        subprocess.run([KATA, "check", "pass"], stdout=subprocess.DEVNULL,
                       check=True)
    watch = Program([KATA, "watch", "pass"])
    watch.expect("q quit")
    watch.skip()

    at_first = due = attempts()
    waits, at = [], TEXTS - 1
    for i in range(SAVES):
        way = WAYS[i % len(WAYS)]
        if way is not touch:
            at = (at + 1) % TEXTS
            due += 1
        way(texts[at])
        begun = time.monotonic()
        while attempts() < due:
            watch.read(0.005)
            if time.monotonic() - begun > 30:
                fail(f"save {i} ({way.__name__}) was missed")
        if way is not touch:
            waits.append(time.monotonic() - begun)
        if i == SAVES // 10:
            early = memory(watch.pid)
    time.sleep(0.5)
    watch.skip()
    same(attempts(), due, "attempts in the record")
    late = memory(watch.pid)
    watch.type("q")
    same(watch.wait(), 0, "exit status")
    waits.sort()
    print(f"{SAVES} saves, {due - at_first} texts, each judged once; "
          f"from save to record: median {waits[len(waits) // 2]:.3f} s, "
          f"longest {waits[-1]:.3f} s; "
          f"memory {early} kB, at the end {late} kB")
    if late > early * 1.2 + 500:
        fail("memory grows")


main()
