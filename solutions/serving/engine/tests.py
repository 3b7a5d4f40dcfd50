# Byte pairs, an engine with a cache, generation on an engine with a script, the pipeline, and a
# benchmark on a made-up device.
from types import SimpleNamespace

import torch
from kata_tests import Wrong, counted
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

is_tensor, tensor, full, no_grad = torch.is_tensor, torch.tensor, torch.full, torch.no_grad
torch_cat = torch.cat
int32, float64 = torch.int32, torch.float64


class Products(TorchDispatchMode):
    """Counts calls of products."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        name = func.__name__.split(".")[0]
        self.calls += name in ("mm", "addmm", "bmm", "baddbmm", "mv", "addmv", "dot")
        return func(*args, **(kwargs or {}))


def products(f, *args):
    with Products() as mode:
        f(*args)
    return mode.calls


def flops(f, *args):
    with FlopCounterMode(display=False) as mode:
        f(*args)
    return mode.get_total_flops()


def listed(values, size, name):
    """A list of whole numbers, padded with -1."""
    try:
        got = [int(v) for v in values]
    except (TypeError, ValueError):
        raise Wrong("wrong-result", f"{name} must return a list of whole numbers",
                    "return a list of int") from None
    out = full((size,), -1, dtype=int32)
    got = got[:size]
    out[:len(got)] = tensor(got, dtype=int32)
    return out


def row(value, size, name):
    if not is_tensor(value) or tuple(value.shape) != (size,):
        shape = tuple(value.shape) if is_tensor(value) else type(value).__name__
        raise Wrong("wrong-result", f"{name} returned {shape}",
                    f"return the logits of one token, a tensor of ({size},)")
    if value.dtype != float64:
        raise Wrong("wrong-result", f"{name} returned {value.dtype}, and the weights are float64",
                    "make the cache with dtype=model.table.dtype")
    return value.detach().clone()


class Scripted:
    """An engine whose next token is known."""

    def __init__(self, script, vocab):
        self.script, self.vocab, self.got, self.at = script, vocab, [], 0

    def next(self):
        logits = full((self.vocab,), -1.0, dtype=float64)
        if self.at < len(self.script):
            logits[self.script[self.at]] = 2.0
        self.at += 1
        return logits

    def prompt(self, ids):
        self.got.append(("prompt", list(ids)))
        return self.next()

    def step(self, token):
        self.got.append(("step", int(token)))
        return self.next()


class Device:
    """Runs what it is given, one after the other, while the host goes on."""

    def __init__(self, calls):
        self.time = self.until = 0.0
        self.calls, self.switch = 0, calls // 2  # it gets hot half-way

    def run(self, us):
        us *= 1 if self.calls < self.switch else 1.5
        self.calls += 1
        self.time += 5
        self.until = max(self.until, self.time) + us

    def now(self):
        return self.time

    def synchronize(self):
        self.time = max(self.time, self.until)


def timed(device, each, prompt, jitter):
    """A request that starts and returns at once."""
    calls, seen = [0], set()

    def request(count):
        n = calls[0] % len(jitter)
        us = (prompt + each * count) * (100 + jitter[n]) / 100
        us *= 1 if count in seen else 20
        seen.add(count)
        calls[0] += 1
        device.run(us)
    return request


def measured(learner, jitter, count, rounds):
    device, own = Device(4 + 4 * rounds), jitter.tolist()
    told = learner.measure(timed(device, 90.0, 400.0, own[0]), timed(device, 30.0, 350.0, own[1]),
                           count, rounds, device)
    try:
        told = [float(v) for v in told]
    except (TypeError, ValueError):
        told = []
    if len(told) != 7:
        raise Wrong("wrong-result", "measure() must return seven numbers",
                    "return first_old, first_new, rate_old, rate_new, median, lower, upper")
    return tensor(told, dtype=float64)


def serve_cases(learner, text, order, pairs, script, jitter, table, places, gains, shifts, qkv, mix, up,
                down, letters, chars, merges, heads, dim, layers, length, count, stop, rounds):
    text, script, vocab = text.tolist(), script.tolist(), letters + merges
    merged = [divmod(p, letters)[::-1] for p in order.tolist()][:merges]
    merged += [(p % (letters + i), i) for i, p in enumerate(pairs.tolist())][len(merged):]
    model = SimpleNamespace(table=table, places=places, gains=gains, shifts=shifts, qkv=qkv,
                            mix=mix, up=up, down=down, heads=heads)
    known = learner.encode(list(text), list(merged), letters)
    ids = listed(known, chars, "encode()")
    back = listed(learner.decode(list(known), list(merged), letters), chars, "decode()")

    teller = Scripted(script, vocab)
    chosen = listed(learner.generate(teller, list(known), count, stop), count, "generate()")
    made = next((i for i, t in enumerate(script) if t == stop), count)
    want = [("prompt", list(known))] + [("step", t) for t in script[:min(made, count - 1)]]
    fed = teller.got == want

    with no_grad():
        engine = learner.load(model)
        first = row(engine.prompt(list(text)), vocab, "prompt()")
        with counted():
            for t in script:
                logits = engine.step(t)
        logits = row(logits, vocab, "step()")
        other = row(engine.prompt(text[:(chars + 1) // 2]), vocab, "prompt()")
        answer = listed(learner.answer(engine, list(text), list(merged), letters, count, stop),
                        chars, "answer()")
        one = products(engine.prompt, text[:1])
        whole = products(engine.prompt, text[:9])
        weights = 24 * dim * dim * layers
        twice = SimpleNamespace(**vars(model))
        twice.table = torch_cat((table, table))
        more = flops(learner.load(twice).prompt, text) - flops(engine.prompt, text)
        last = more <= 3 * vocab * dim  # for one token 2
        work = flops(engine.step, script[0])
        step = work <= 1.05 * (weights + 2 * vocab * dim + 4 * dim * length * layers)
        products_there = products(engine.step, script[0]) >= 4 * layers
        want, alone = engine.prompt(text[:3]).clone(), learner.load(model)
        engine.prompt(text[:2])
        alone.prompt([(t + 1) % letters for t in text[:3]])
        apart = bool(((engine.step(text[2]) - want).abs() <= 1e-9 * (1 + want.abs())).all())
    facts = tensor([int(f) for f in (fed, whole <= one, last, step, products_there, apart)], dtype=int32)
    return ids, back, chosen, first, logits, other, answer, \
        measured(learner, jitter, count, rounds), facts
