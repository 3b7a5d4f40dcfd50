# Calls the learner's functions; first_and_later() gets a function and a clock
# that are made up, so that its answer is known to the microsecond.
import numpy as np
from kata_tests import Wrong
from numba.core import event

array, zeros, int32, int64 = np.array, np.zeros, np.int32, np.int64
ndarray, integer = np.ndarray, np.integer


class Compiled(event.Listener):
    """Counts what Numba compiles of the learner's file, and what of that is
    machine code. Numba also compiles functions of its own, when it needs them.
    """

    def __init__(self):
        self.n = self.machine = 0

    def on_start(self, e):
        pass

    def on_end(self, e):
        code = e.data["dispatcher"]
        if "site-packages" not in code.py_func.__code__.co_filename:
            self.n += 1
            self.machine += bool(code.nopython_signatures)


seen = Compiled()
event.register("numba:compile", seen)
# Of the first call: has it returned?
state = {"called": False}


class Program:
    """A function that is compiled in its first call, and the clock."""

    def __init__(self, compile_us, jitter):
        self.now, self.calls = 1000.0, 0
        self.compile_us, self.jitter = compile_us, jitter

    def clock(self):
        return self.now

    def run(self, x):
        jitter = self.jitter[self.calls % len(self.jitter)]
        self.now += 100 + jitter + (0 if self.calls else self.compile_us)
        self.calls += 1


def whole(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, integer)):
        raise Wrong("wrong-result", f"{name} must return a whole number",
                    "an int; // divides without a remainder")
    return int(value)


def spans_of(learner, compile_us, jitter, repeats):
    program = Program(compile_us, jitter)
    told = learner.first_and_later(program.run, None, program.clock, repeats)
    if not isinstance(told, tuple) or len(told) != 2:
        raise Wrong("wrong-result", "first_and_later() must return two numbers",
                    "return first, later")
    if program.calls != repeats + 1:
        raise Wrong("wrong-result", f"first_and_later() called f "
                    f"{program.calls} times; it must be {repeats + 1}",
                    "once for the first time, then `repeats` times")
    return array([float(t) for t in told])


def priced(rows):
    """Most compilations are far longer than a call: `first` is multiplied."""
    return [(plain, first * (1, 1000, 10 ** 6)[i % 3], later)
            for i, (plain, first, later) in enumerate(rows)]


def numba_cases(learner, start, jitter, prices, times, compile_us, work,
                percent, n, repeats, m, threads):
    before = seen.n
    told = learner.collatz(start)
    if not isinstance(told, tuple) or len(told) != 2:
        raise Wrong("wrong-result", "collatz() must return the steps and their "
                    "sum", "return steps, total")
    again = state["called"] and seen.n > before
    state["called"] = True
    spans = spans_of(learner, compile_us, jitter.tolist(), repeats)
    rows = priced(prices.reshape(m, 3).tolist())
    pays = [whole(learner.calls_to_pay(*row), "calls_to_pay()") for row in rows]
    spent = [work // (t + 1) + us for t, us in enumerate(times.tolist())]
    enough = whole(learner.enough_threads(spent, percent), "enough_threads()")
    total = whole(told[1], "collatz(), as the total,")
    return (told[0], array([total], int64), spans, array(pays, int64),
            array([enough], int32),
            array([seen.machine == seen.n, not again], int32))
