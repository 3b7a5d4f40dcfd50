"""Records the copies of a learner's Triton file that have a small edit each
(gate/check/small_edit.c): what record.py does for a file, many times.

A copy may crash Triton's compiler, or keep it for minutes, so all of them are
recorded in a child, which is started again after the copy that ended it.
"""

import json
import os
import resource
import select
import signal
import time

# The line between two copies: gate/check/edits_python.c.
BETWEEN = "\n# kata tries an edit\n"
# Seconds of the processor for one copy, and for all; of the clock for all.
ONE_S, ALL_S, CLOCK_S = 3, 8, 60


def texts_of(text):
    return text.split(BETWEEN)


def send(to, row):
    data = (json.dumps(row) + "\n").encode()
    while data:
        data = data[os.write(to, data):]


def bound(seconds):
    """The kernel ends this process when it has used so much more."""
    last = resource.getrlimit(resource.RLIMIT_CPU)[1]
    most = int(time.process_time() + seconds) + 1
    if last != resource.RLIM_INFINITY:
        most = min(most, last)
    resource.setrlimit(resource.RLIMIT_CPU, (most, last))


def work(copies, at, record, recorder, to):
    """The child: says what each copy launches, with the kernels that it adds;
    nothing for a copy that is refused."""
    quiet = os.open("/dev/null", os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    end = time.process_time() + ALL_S
    for i in range(at, len(copies)):
        if time.process_time() > end:
            return
        bound(ONE_S)
        known, calls = len(recorder.kernels), None
        try:
            calls = record(copies[i])
        except Exception:  # this edit makes no program
            pass
        send(to, {"kernels": recorder.kernels[known:], "calls": calls})


def lines_until(end, fd):
    """Whole lines as they come, until the pipe or the time ends."""
    held = b""
    while select.select([fd], [], [], max(end - time.monotonic(), 0))[0]:
        got = os.read(fd, 1 << 16)
        if not got:
            return
        *whole, held = (held + got).split(b"\n")
        yield from map(json.loads, whole)


def record_all(copies, record, recorder):
    """The calls of each copy, as record(copy) returns them, or None for one
    that is refused or was not reached in time. recorder.kernels grows."""
    found, end = [], time.monotonic() + CLOCK_S
    while len(found) < len(copies) and time.monotonic() < end:
        mine, its = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(mine)
                work(copies, len(found), record, recorder, its)
            finally:
                os._exit(0)
        os.close(its)
        for row in lines_until(end, mine):
            found.append(row["calls"])
            recorder.kernels += row["kernels"]
        os.kill(child, signal.SIGKILL)
        is_over = os.waitpid(child, 0)[1] == 0
        os.close(mine)
        if is_over:
            break
        if len(found) < len(copies):
            found.append(None)  # the one that ended the child
    return found + [None] * (len(copies) - len(found))
