# Variants of a made-up device, whose times and memory are kata's; then a table of
# rows of kata's own.
import torch
from kata_tests import Wrong

tensor, arange = torch.tensor, torch.arange
int32, float64 = torch.int32, torch.float64
NAMES = ("eager", "cpu", "cuda", "triton", "compiled", "library")


class Clock:
    """The made-up machine. Runs what it is given, one after the other, while the
    host goes on."""

    def __init__(self):
        self.time = self.until = 0.0
        self.calls = self.switch = self.most = 0

    def now(self):
        return self.time

    def synchronize(self):
        self.time = max(self.time, self.until)

    def allocated(self):
        return 4096

    def reset_peak(self):
        self.most = self.allocated()

    def peak(self):
        return self.most

    def run(self, us, used):
        us *= 1 if self.calls < self.switch else 1.5
        self.calls += 1
        self.time += 5
        self.until = max(self.until, self.time) + us
        self.most = max(self.most, self.allocated() + used)


def spoiled(y, number):
    """One element is wrong; or all are right, and two of them exchanged."""
    at = len(y) // 2
    y = y.clone()
    if number % 2:
        y[at - 1], y[at] = y[at].item(), y[at - 1].item()
    else:
        y[at] += 0.5
    return y


class Program:
    def __init__(self, number, us, used, right, jitter):
        rounding = number * 1e-4
        self.number = number
        self.us, self.used, self.right, self.jitter = us, used, right, jitter
        self.factor, self.calls, self.seen = 2 * (1 + rounding), 0, set()

    def run(self, clock, x):
        new = len(x) not in self.seen
        self.seen.add(len(x))
        us = (self.us + len(x) / 100) * (1 + self.jitter[self.calls] / 100)
        self.calls = (self.calls + 1) % len(self.jitter)
        # The first run of a shape compiles, and takes a workspace.
        clock.run(us * (50 if new else 1), self.used * (3 if new else 1)
                  + 4 * len(x))
        y = x * self.factor
        return y if self.right else spoiled(y, self.number)


def machine(programs, switch):
    """Answers questions. What it knows is in no object that the learner's file
    holds, so times and results come from runs alone."""
    clock, answer = Clock(), None
    while True:
        what, *more = yield answer
        if what == "run":
            number, x = more
            answer = programs[number].run(clock, x)
        elif what == "make":
            clock.synchronize()
            clock.calls, clock.switch = 0, switch
            # No two neighbours are alike.
            answer = 1 + arange(more[0]) * 7 % 11 / 4
        else:
            answer = getattr(clock, what)()


class Device:
    def __init__(self, ask):
        self._ask = ask

    def now(self):
        return self._ask(("now",))

    def synchronize(self):
        self._ask(("synchronize",))

    def allocated(self):
        return self._ask(("allocated",))

    def reset_peak(self):
        self._ask(("reset_peak",))

    def peak(self):
        return self._ask(("peak",))


class Variant:
    def __init__(self, ask, number):
        self.name, self._ask, self._number = NAMES[number], ask, number

    def run(self, x):
        return self._ask(("run", self._number, x))


def bench_cases(learner, jitter, base, used, right, sizes, flops, n, shapes,
                rounds):
    good = [True] + [bool(r) for r in right.tolist()[1:]]
    # All but the first add up in another order, so they differ by rounding.
    programs = [Program(i, us, extra, ok, own)
                for i, (us, extra, ok, own) in enumerate(zip(
                    base.tolist(), used.tolist(), good, jitter.tolist()))]
    play = machine(programs, n + sum(good) * (1 + rounds // 2))
    next(play)
    ask = play.send
    variants = [Variant(ask, i) for i in range(n)]

    def make(shape):
        return ask(("make", shape))

    # No two are alike.
    given = [s * shapes + i + 2 for i, s in enumerate(sizes.tolist())]
    rows = learner.bench(list(variants), list(given), make,
                         lambda shape: (8 * shape, flops * shape), Device(ask),
                         rounds)
    if not isinstance(rows, list) or len(rows) != n * shapes or \
            not all(isinstance(r, tuple) and len(r) == 8 for r in rows):
        raise Wrong("wrong-result", f"bench() must return a list of "
                    f"{n * shapes} tuples of 8", "see the brief for their order")
    wanted = [(NAMES[i], s) for s in given for i in range(n)]
    if [(r[0], r[1]) for r in rows] != wanted:
        raise Wrong("wrong-result", "the rows of bench() are in another order, "
                    "or have other names", "by shape, then by variant")
    columns = [tensor([float(r[k]) for r in rows], dtype=float64)
               for k in range(3, 8)]
    ok = tensor([int(bool(r[2])) for r in rows], dtype=int32)
    return (ok, *columns, table_facts(learner, given[0]))


def table_facts(learner, size):
    """A table of six rows; two are wrong, and the fastest is not the first."""
    # As a text the larger shape comes first.
    large = 10 ** len(str(size))
    rows = [("eager", size, True, 40.5, 1.0, 10.26, 5.0, 2048),
            ("cuda", size, True, 9.5, 12.5, 100.0, 50.0, 1024),
            ("triton", size, False, 0.0, 0.0, 0.0, 0.0, 0),
            ("eager", large, True, 123456.78, 2.0, 1.5, 0.5, 1 << 20),
            ("cuda", large, False, 0.0, 0.0, 0.0, 0.0, 0),
            ("triton", large, True, 77.0, 0.5, 900.0, 9.0, 4096)]
    text = learner.table(list(rows))
    if not isinstance(text, str):
        raise Wrong("wrong-result", "table() must return a text", "'\\n'.join")
    lines = text.rstrip("\n").split("\n")
    words = [line.split() for line in lines]
    wanted = [["cuda", "9.5", "12.5", "100.0", "50.0", "1"],
              ["eager", "40.5", "1.0", "10.3", "5.0", "2"],
              ["triton", "wrong", "-", "-", "-", "-"],
              ["triton", "77.0", "0.5", "900.0", "9.0", "4"],
              ["eager", "123456.8", "2.0", "1.5", "0.5", "1024"],
              ["cuda", "wrong", "-", "-", "-", "-"]]
    order = [(str(size if i < 3 else large), w[0]) for i, w in enumerate(wanted)]
    shown = [(w[0], w[1]) for w in words[1:] if len(w) > 1]
    # In whatever order: that is a fact of its own.
    facts = (len(lines) == 7 and words[0] == ["shape", "variant", "us", "+-%",
                                              "GB/s", "GFLOP/s", "KiB"],
             shown == order,
             sorted(w[1:] for w in words[1:]) == sorted(wanted),
             len({len(line) for line in lines}) == 1 and len(words) == 7)
    return tensor([int(f) for f in facts], dtype=int32)
