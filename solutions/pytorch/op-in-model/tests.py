# A model with norms in all sorts of places, before and after drop_in(); and two
# models of a made-up device, whose time is kata's, for compare().
import math

import torch
from kata_tests import Wrong, counted

nn, is_tensor, zeros, stack = torch.nn, torch.is_tensor, torch.zeros, torch.stack
grad, tensor, int32, float32 = torch.autograd.grad, torch.tensor, torch.int32, \
    torch.float32
empty, no_grad, isfinite = torch.empty, torch.no_grad, math.isfinite
linear, rsqrt = nn.functional.linear, torch.rsqrt


class Norm(nn.Module):
    """The norm of the library that the model comes from."""

    def __init__(self, weight, eps, calls):
        super().__init__()
        self.weight, self.eps, self.calls = weight, eps, calls

    def forward(self, x):
        self.calls.append(x.shape)
        y = x * rsqrt((x * x).mean(-1, keepdim=True) + self.eps)
        return y if self.weight is None else y * self.weight


class Drop(nn.Module):
    """A dropout whose choice is known."""

    def __init__(self, mask):
        super().__init__()
        self.mask = mask

    def forward(self, x):
        return x * self.mask if self.training else x


class Block(nn.Module):
    def __init__(self, norm, w, mask):
        super().__init__()
        self.inner = nn.ModuleDict({"norm": norm, "drop": Drop(mask)})
        self.w = nn.Parameter(w.clone())

    def forward(self, x):
        return x + self.inner["drop"](linear(self.inner["norm"](x), self.w))


class Model(nn.Module):
    def __init__(self, w, gains, mask, calls):
        super().__init__()
        norms = [Norm(nn.Parameter(g.clone()), 0.01 * (i + 1), calls)
                 for i, g in enumerate(gains)]
        if len(norms) > 1:
            norms[1].weight.requires_grad_(False)
        if len(norms) > 2:
            norms[-1] = norms[0]
        self.first = self.last = Norm(None, 0.5, calls)
        self.blocks = nn.ModuleList(Block(n, m, mask)
                                    for n, m in zip(norms, w))

    def forward(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = block(x)
        return self.last(x)


class Device:
    """Runs what it is given, one after the other, while the host goes on."""

    def __init__(self, switch):
        self.time = self.until = 0.0
        self.calls, self.switch = 0, switch

    def now(self):
        return self.time

    def synchronize(self):
        self.time = max(self.time, self.until)

    def run(self, us):
        # It gets hot, and slower.
        us *= 1 if self.calls < self.switch else 1.5
        self.calls += 1
        self.time += 5
        self.until = max(self.until, self.time) + us


class Timed:
    def __init__(self, device, us, jitter):
        self.device, self.us, self.jitter = device, us, jitter
        self.calls, self.seen = 0, set()

    def step(self, batch):
        rows = len(batch)
        us = rows * self.us * (100 + self.jitter[self.calls]) / 100
        if rows not in self.seen:
            us *= 10
        self.seen.add(rows)
        self.calls = (self.calls + 1) % len(self.jitter)
        self.device.run(us)


def step_of(model, batch):
    model.step(batch)


def compared(learner, jitter, part, factor, batches, rounds):
    device = Device(2 * batches + rounds // 2 * 2)
    own, other = jitter.tolist()
    old = Timed(device, 100.0, own)
    new = Timed(device, 100 * (1 - part + part / factor), other)
    given = [empty(b + 1, 1) for b in range(batches)]
    told = learner.compare(old, new, step_of, given, rounds, device)
    if not isinstance(told, tuple) or len(told) != 3:
        raise Wrong("wrong-result", "compare() must return three numbers",
                    "return median, lower, upper")
    return number_list(told, "compare()")


def number_list(values, name):
    try:
        return tensor([float(v) for v in values], dtype=float32)
    except (TypeError, ValueError):
        raise Wrong("wrong-result", f"{name} must return numbers",
                    "float(t) makes a number of a tensor") from None


def gradients(model, x, gy):
    """y and what has a gradient; zeros where a parameter has none."""
    y = model(x)
    if y.requires_grad:
        y.backward(gy)
    return y


def gains_of(model, gains):
    found = []
    for block in model.blocks:
        weight = getattr(block.inner["norm"], "weight", None)
        found.append(weight.grad if is_tensor(weight) and
                     weight.grad is not None else zeros(gains.shape[1]))
    return stack(found)


def model_cases(learner, x, w, gains, mask, gy, jitter, part, factor, rows, dim,
                layers, batches, rounds):
    calls = []  # of norms of the old class
    model = Model(w, gains, mask, calls)
    names = [(n, tuple(t.shape)) for n, t in model.state_dict().items()]
    before = {id(p): p.requires_grad for p in model.parameters()}
    norms = len({id(m) for m in model.modules() if isinstance(m, Norm)})
    model.blocks[-1].eval()
    modes = [m.training for m in model.modules()]
    count = learner.drop_in(model, Norm)

    left = any(isinstance(m, Norm) for _, m in
               model.named_modules(remove_duplicate=False))
    after = {id(p): p.requires_grad for p in model.parameters()}
    first, last = model.blocks[0], model.blocks[-1]
    shared = model.first is model.last and (
        layers < 3 or first.inner["norm"] is last.inner["norm"])
    facts = (type(count) is int and count == norms, shared,
             names == [(n, tuple(t.shape))
                       for n, t in model.state_dict().items()],
             before == after, modes == [m.training for m in model.modules()])

    model.eval()
    with no_grad():
        y_eval = model(x).clone()
    model.train()
    leaf = x.clone().requires_grad_()
    with counted():
        y = gradients(model, leaf, gy)
    # A norm may be left where nobody finds it; it runs all the same.
    left = left or bool(calls)
    none = zeros(x.shape)
    dw = [b.w.grad if b.w.grad is not None else zeros(dim, dim)
          for b in model.blocks]
    return (tensor([int(f) for f in (not left, *facts)], dtype=int32), y_eval, y.detach(),
            none if leaf.grad is None else leaf.grad, stack(dw),
            gains_of(model, gains),
            number_list([learner.expected(part, factor)], "expected()"),
            compared(learner, jitter, part, factor, batches, rounds))
