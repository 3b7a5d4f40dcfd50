"""A benchmark framework that knows nothing of what it measures: see README.md."""
import glob
import math
import os
import statistics
import subprocess
import sys


class Worker:
    """A process that answers `SHAPE BATCH` with `RESULT US`. Its first line is the device."""

    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.device = self.process.stdout.readline().strip()

    def ask(self, shape, batch):
        try:
            self.process.stdin.write(f"{shape} {batch}\n")
            self.process.stdin.flush()
            result, us = map(float, self.process.stdout.readline().split())
            return result, us
        except (OSError, ValueError):
            return None  # it has ended, or says something else


def measure(out, workers, shapes, batches, rounds):
    workers = [Worker(w) for w in workers.split()]
    devices = {w.device for w in workers}
    if len(devices) != 1 or not workers[0].device:
        sys.exit(f"not one device: {sorted(devices)}")
    out.write(f"# device: {workers[0].device}\nvariant,shape,batch,round,us\n")
    for shape in shapes.split():
        for batch in batches.split():
            right, want = [], None
            for w in workers:  # warms up as well
                answer = w.ask(shape, batch)
                if answer is None:
                    out.write(f"# failed: {w.name} {shape} {batch}\n")
                elif want is not None and abs(answer[0] - want) > 1e-3 * (1 + abs(want)):
                    out.write(f"# wrong: {w.name} {shape} {batch}\n")
                else:
                    right.append(w)
                    want = answer[0] if want is None else want
            for i in range(int(rounds)):
                for w in list(right):
                    answer = w.ask(shape, batch)
                    if answer is None:
                        out.write(f"# failed: {w.name} {shape} {batch}\n")
                        right.remove(w)
                    else:
                        out.write(f"{w.name},{shape},{batch},{i + 1},{answer[1]:g}\n")


def load(path):
    """The device, and the times of each (variant, shape, batch)."""
    device, times = None, {}
    for line in open(path):
        if line.startswith("# device:"):
            device = line.split(":", 1)[1].strip()
        elif line[0] != "#" and not line.startswith("variant,"):
            variant, shape, batch, _, us = line.strip().split(",")
            times.setdefault((variant, shape, int(batch)), []).append(float(us))
    if not device or not times:
        sys.exit(f"{path}: no device, or no times")
    return device, times


def rows(times):
    for (variant, shape, batch), us in times.items():
        middle = statistics.median(us)
        slow = sorted(us)[math.ceil(0.99 * len(us)) - 1]
        yield variant, shape, batch, middle, slow, batch / middle * 1e6


def table(path):
    print("# variant shape batch us p99 per_s")
    for variant, shape, batch, *numbers in rows(load(path)[1]):
        print(variant, shape, batch, *(f"{n:.6g}" for n in numbers))


def choose(path, limit):
    """For each shape: who makes the most of a second, and answers in time."""
    best = {}
    for variant, shape, batch, _, slow, rate in rows(load(path)[1]):
        best.setdefault(shape, (0, "none", ""))
        if slow <= float(limit):
            best[shape] = max(best[shape], (rate, variant, batch))
    for shape, (rate, variant, batch) in best.items():
        print(shape, variant, batch, f"{rate:.6g}" if batch else "")


def winners(paths):
    """For each device, shape and batch: the fastest variant."""
    print("# device shape batch variant us")
    for path in sorted(p for pattern in paths.split() for p in glob.glob(pattern)):
        device, times = load(path)
        best = {}
        for variant, shape, batch, middle, *_ in rows(times):
            best[shape, batch] = min(best.get((shape, batch), (math.inf, "")), (middle, variant))
        for (shape, batch), (middle, variant) in best.items():
            print(device, shape, batch, variant, f"{middle:.6g}")


def compare(base, new, limit=0.04):
    (device, old), (other, times) = load(base), load(new)
    if device != other:
        sys.exit(f"STALE: {base} is of {device}, {new} of {other}")
    bad = False
    for key, us in old.items():
        name = "{} {} {}".format(*key)
        if key not in times:
            print("MISSING", name)
            bad = True
            continue
        change = statistics.median(times[key]) / statistics.median(us) - 1
        if change > limit:
            print("REGRESSION", name, f"{100 * change:+.1f} %")
            bad = True
    sys.exit(1 if bad else 0)


if sys.argv[1] == "measure":
    with open(sys.argv[2] + ".part", "w") as part:
        measure(part, *sys.argv[3:])
    os.replace(sys.argv[2] + ".part", sys.argv[2])
else:
    {"table": table, "choose": choose, "winners": winners, "compare": compare}[sys.argv[1]](*sys.argv[2:])
