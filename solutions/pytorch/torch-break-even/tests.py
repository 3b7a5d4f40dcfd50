# A model on a made-up machine, whose times are kata's; and two curves of times for
# price(), break_even() and chart().
import math

import torch
from kata_tests import Wrong

empty, tensor, float64, inf = torch.empty, torch.tensor, torch.float64, math.inf
int32, isinf = torch.int32, math.isinf


class There:
    """Data on the device, or on its way."""

    def __init__(self, rows, is_result):
        self.rows, self.is_result = rows, is_result


class Device:
    """Runs what it is given, one after the other, while the host goes on."""

    def __init__(self):
        self.time = self.until = 0.0

    def now(self):
        return self.time

    def synchronize(self):
        self.time = max(self.time, self.until)

    def run(self, us):
        self.time += 5
        self.until = max(self.until, self.time) + us

    def copy_in(self, x):
        self.run(8 + len(x) / 50)
        return There(len(x), False)

    def copy_out(self, there):
        if not isinstance(there, There) or not there.is_result:
            raise Wrong("wrong-result", "copy_out() takes what model.on_gpu() "
                        "returns", "device.copy_out(model.on_gpu(...))")
        self.run(8 + there.rows / 100)
        return empty(there.rows, 1)


class Model:
    """Some kernels on the device, one loop on the host."""

    def __init__(self, device, launches, jitter):
        self.device, self.launches = device, launches
        self.jitter, self.calls, self.seen = jitter, [0, 0], set()

    def factor(self, side, rows):
        """What disturbs this call; the first one of a size is slow."""
        calls, jitter = self.calls[side], self.jitter[side]
        self.calls[side] = (calls + 1) % len(jitter)
        new = (side, rows) not in self.seen
        self.seen.add((side, rows))
        return (1 + jitter[calls] / 100) * (20 if new else 1)

    def on_cpu(self, x):
        rows = len(x)
        self.device.time += (3.3 + 1.03 * rows) * self.factor(0, rows)
        return empty(rows, 1)

    def on_gpu(self, there):
        if not isinstance(there, There):
            raise Wrong("wrong-result", "model.on_gpu() takes data of the "
                        "device", "model.on_gpu(device.copy_in(x))")
        slower = self.factor(1, there.rows)
        for _ in range(self.launches):
            self.device.run((2 + there.rows / 200) * slower)
        return There(there.rows, True)


def numbers(values, n, name):
    try:
        found = [float(v) for v in values]
    except (TypeError, ValueError):
        found = []
    if len(found) != n:
        raise Wrong("wrong-result", f"{name} must be {n} numbers",
                    "look at what is returned")
    return tensor([-100.0 if isinf(v) else v for v in found], dtype=float64)


def marks(lines, n, width):
    """The columns of the two marks in each line of a chart."""
    lines = list(lines) if isinstance(lines, (list, tuple)) else []
    if len(lines) != n or not all(isinstance(line, str) for line in lines):
        raise Wrong("wrong-result", f"chart() must return {n} lines of text",
                    "one for each batch")
    found = []
    for line in lines:
        if len(line) != width or line.split() not in (["x"], ["c", "g"],
                                                      ["g", "c"], ["cg"],
                                                      ["gc"]):
            raise Wrong("wrong-result", f"a line of chart() must have {width} "
                        "characters: one c and one g, or one x, and spaces",
                        "start with [' '] * width")
        found += [line.index("x" if "x" in line else mark) for mark in "cg"]
    return tensor(found, dtype=int32)


def even_cases(learner, jitter, gaps, cpu_us, gpu_us, batch, n, repeats, launches):
    sizes = [2 ** i for i in range(n)]
    # Other batches for what computes with their numbers.
    batches = [sum(gaps.tolist()[:i + 1]) for i in range(n)]
    device = Device()
    model = Model(device, launches, jitter.tolist())
    told = learner.step_times(model, [empty(b, 1) for b in sizes], device,
                              repeats)
    if not isinstance(told, tuple) or len(told) != 2:
        raise Wrong("wrong-result", "step_times() must return two lists",
                    "return cpu, gpu")
    cpu = numbers(told[0], n, "the times of the processor")
    gpu = numbers(told[1], n, "the times of the GPU")
    given = cpu_us.tolist(), gpu_us.tolist()
    fit = numbers(learner.price(list(batches), list(given[1])), 2, "price()")
    even = [learner.break_even(list(batches), list(a), list(b))
            for a, b in (given, given[::-1])]
    rates = [learner.rate(10 * given[0][0], given[1][0] / 100, batch, part)
             for part in sizes]
    drawn = learner.chart(list(sizes), list(given[0]), list(given[1]), 61)
    return (cpu, gpu, fit, numbers(even, 2, "results of break_even()"),
            numbers(rates, n, "results of rate()"), marks(drawn, n, 61))
