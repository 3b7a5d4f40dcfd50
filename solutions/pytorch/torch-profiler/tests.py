# Has the learner record a small transformer, and rank events whose times are known.
import torch
import torch.nn.functional as F
from kata_tests import Wrong
from torch.profiler import ProfilerActivity, profile

# The first start of the profiler takes seconds on a busy machine. Here no clock of
# kata's runs yet.
with profile(activities=[ProfilerActivity.CPU]):
    torch.ones(1)

linear, mm, softmax = F.linear, torch.mm, torch.softmax
layer_norm, relu, tensor, int32 = F.layer_norm, torch.relu, torch.tensor, torch.int32
float32, ones = torch.float32, torch.ones
is_profiled = torch.autograd._profiler_enabled

# In the order of the alphabet: their numbers rank them where times are equal.
NAMES = ("aten::add", "aten::addmm", "aten::mm",
         "aten::native_layer_norm", "aten::relu", "aten::softmax")
COUNTED = ("aten::linear", "aten::mm", "aten::softmax", "aten::layer_norm",
           "aten::relu")


class Model:
    """layers x (attention over rows, then two linear maps with ReLU). A batch
    whose first number is positive takes one layer more."""

    def __init__(self, layers, cols):
        self.layers, self.cols, self.passes = layers, cols, []
        self.profiled = []
        self.w = ones(cols, cols) / cols

    def __call__(self, x):
        self.passes.append(float(x[0, 0]))
        self.profiled.append(is_profiled())
        h = x
        for _ in range(self.layers + (self.passes[-1] > 0)):
            h = layer_norm(h, (self.cols,))
            q, k, v = (linear(h, self.w) for _ in range(3))
            h = h + mm(softmax(mm(q, k.mT), -1), v)
            h = h + linear(relu(linear(h, self.w)), self.w)
        return h


def checked(events):
    if not isinstance(events, list) or not all(
            isinstance(e, tuple) and len(e) == 3 and isinstance(e[0], str)
            for e in events):
        raise Wrong("wrong-result", "record() must return a list of tuples "
                    "(name, start, end)",
                    "[(e.name, e.time_range.start, e.time_range.end) "
                    "for e in prof.events()]")
    return events


def judge_times(events):
    """A linear map calls a product: if both are there, one lies inside the other."""
    outer = [e for e in events if e[0] == "aten::linear"]
    inner = [e for e in events if e[0] == "aten::mm"]
    if len(inner) < len(outer):
        return
    for _, start, end in outer:
        if not any(start - 1 <= s <= e <= end + 1 for _, s, e in inner):
            raise Wrong("wrong-result", "no aten::mm lies inside of an aten::linear, by the "
                        "times that record() returned",
                        "the start and the end of each call: e.time_range.start, "
                        "e.time_range.end")


def events_of(kind, own, close, order):
    """Nested calls on one thread: half of a call's own time before its children."""
    done, opened, now = [], [], 0

    def leave():
        nonlocal now
        i, start = opened.pop()
        now += own[i]
        done.append((i, (NAMES[kind[i]], start, now)))

    for i in range(len(kind)):
        for _ in range(min(close[i], len(opened))):
            leave()
        opened.append((i, now))
        now += own[i]
    while opened:
        leave()
    done = [event for _, event in sorted(done)]
    return [done[i] for i in order]


def ranked(learner, events, n):
    rows = learner.largest(list(events), n)
    if not isinstance(rows, list) or len(rows) > n or not all(
            isinstance(r, tuple) and len(r) == 3 for r in rows):
        raise Wrong("wrong-result", f"largest() must return a list of at most {n} "
                    "tuples (name, calls, self time)",
                    "return [(name, calls, us), ...], the largest first")
    found = []
    for name, calls, us in rows:
        if name not in NAMES:
            raise Wrong("wrong-result", f"largest() returned the name {name!r}, "
                        "which no event has", "take the names from the events")
        found.append((NAMES.index(name), int(calls), float(us)))
    return found + [(-1, 0, 0.0)] * (n - len(found))


def profile_cases(learner, x, kind, own, close, order, steps, skip, layers, rows,
                  cols, ops, n):
    model = Model(layers, cols)
    events = checked(learner.record(model, list(x), skip))
    names = [e[0] for e in events]
    wanted = [float(one[0, 0]) for one in x]
    if model.passes != wanted:
        raise Wrong("wrong-result", f"the model was called {len(model.passes)} "
                    f"times; call it once for each of the {steps} batches, in "
                    "their order", "for batch in batches: model(batch)")
    if not all(model.profiled[skip:]):
        raise Wrong("wrong-result", "a call that is to be recorded ran outside of the "
                    "profiler; record all but the first `skip`, each by itself",
                    "with profile(...) as prof: for batch in batches[skip:]: ...")
    judge_times(events)
    top = ranked(learner, events_of(kind.tolist(), own.tolist(), close.tolist(),
                                    order.tolist()), n)
    index, calls, us = zip(*top)
    return (tensor([names.count(name) for name in COUNTED], dtype=int32),
            tensor(index, dtype=int32), tensor(calls, dtype=int32),
            tensor(us, dtype=float32))
