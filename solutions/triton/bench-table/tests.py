# Variants of a made-up device, whose times and memory are kata's; then a table of
# rows of kata's own.
import torch
from kata_tests import Wrong

tensor, zeros, ones, int32, float64 = torch.tensor, torch.zeros, torch.ones, \
    torch.int32, torch.float64
NAMES = ("eager", "cpu", "cuda", "triton", "compiled", "library")


class Device:
    """Runs what it is given, one after the other, while the host goes on."""

    def __init__(self, switch):
        self.time = self.until = 0.0
        self.calls, self.switch, self.most = 0, switch, 0

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


class Variant:
    def __init__(self, device, name, us, used, right, jitter, rounding):
        self.name, self._device, self._us = name, device, us
        self._factor = 2 * (1 + rounding)
        self._used, self._right, self._jitter = used, right, jitter
        self._calls, self._seen = 0, set()

    def run(self, x):
        new = len(x) not in self._seen
        self._seen.add(len(x))
        us = (self._us + len(x) / 100) * (1 + self._jitter[self._calls] / 100)
        self._calls = (self._calls + 1) % len(self._jitter)
        # The first run of a shape compiles, and takes a workspace.
        self._device.run(us * (50 if new else 1), self._used * (3 if new else 1)
                         + 4 * len(x))
        y = x * self._factor
        return y if self._right else y + 0.5 * (x == x[-1])


def bench_cases(learner, jitter, base, used, right, sizes, flops, n, shapes,
                rounds):
    good = [True] + [bool(r) for r in right.tolist()[1:]]
    device = Device(0)
    # All but the first add up in another order, so they differ by rounding.
    variants = [Variant(device, NAMES[i], us, extra, ok, own, i * 1e-4)
                for i, (us, extra, ok, own) in enumerate(zip(
                    base.tolist(), used.tolist(), good, jitter.tolist()))]

    def make(shape):
        device.synchronize()
        device.calls = 0
        device.switch = n + sum(good) * (1 + rounds // 2)
        x = ones(shape)
        x[-1] = 3
        return x

    # No two are alike.
    given = [s * shapes + i + 2 for i, s in enumerate(sizes.tolist())]
    rows = learner.bench(list(variants), list(given), make,
                         lambda shape: (8 * shape, flops * shape), device,
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
