# Runs one layer for some steps, on whole numbers times powers of two, then a small
# model for 200 steps: with the learner's layers, and in single precision.
import math

import torch
from kata_tests import Wrong, counted

is_tensor, randn, tanh, relu, tensor, stack = (
    torch.is_tensor, torch.randn, torch.tanh, torch.relu, torch.tensor, torch.stack)
Generator, no_grad, int32, cat, log2 = torch.Generator, torch.no_grad, \
    torch.int32, torch.cat, math.log2
equal = torch.equal
FORMATS = (torch.float8_e4m3fn, torch.float8_e5m2)
UNIT = 2.0 ** -20  # of the loss, so that gradients are small


def scale_of(states, name):
    try:
        scale = float(states[name]["scale"])
    except (KeyError, TypeError, ValueError):
        raise Wrong("wrong-result", f"the state \"{name}\" has no number \"scale\"",
                    "make_states() returns a dictionary of dictionaries")
    return log2(scale) if 0 < scale < 1e300 else math.inf


def layer(learner, x, w, states):
    y = learner.linear(x, w, states)
    if not is_tensor(y) or y.shape != (len(x), len(w)) or not y.requires_grad:
        raise Wrong("wrong-result", "linear() must return a tensor "
                    f"({len(x)}, {len(w)}) with a graph", "Linear.apply(...)")
    return y


def is_eight(learner, x, states):
    """Of states of their own: a call moves them on."""
    got = learner.quantise(x, states["x"]), learner.quantise(x, states["g"])
    if not all(isinstance(one, tuple) and len(one) == 2 and is_tensor(one[0])
               for one in got):
        raise Wrong("wrong-result", "quantise() must return (q, inverse)",
                    "a tensor and a number")
    return all(q.dtype == states[name]["dtype"] and q.dtype in FORMATS
               for (q, _), name in zip(got, "xg"))


def losses(linear, window, learner, steps=200):
    random = Generator().manual_seed(3)
    x = randn(256, 8, generator=random)
    teacher = randn(2, 8, generator=random) / 4
    y = tanh(x @ teacher.T) + 0.5 * randn(256, 2, generator=random)
    ws = [(randn(8, 8, generator=random) / 4).requires_grad_(),
          (randn(2, 8, generator=random) / 6).requires_grad_()]
    states = [learner.make_states(window) for _ in ws]
    found = []
    for _ in range(steps):
        h = relu(linear(x, ws[0], states[0]))
        loss = (linear(h, ws[1], states[1]) - y).square().mean()
        found.append(loss.item())
        if not found[-1] < 1e6:  # it runs away; the fact says so
            return math.inf
        (loss * UNIT).backward()
        with no_grad():
            for w in ws:
                w -= 0.1 / UNIT * w.grad
                w.grad = None
    return sum(found[-20:]) / 20


def learns_as_well(learner, window):
    with_eight = losses(lambda x, w, s: layer(learner, x, w, s), window, learner)
    whole = losses(lambda x, w, s: x @ w.T, window, learner)
    return abs(with_eight - whole) <= 0.01 * whole


def gradients(learner, x, w, changes):
    """Of a layer whose x and w change, or do not, before the backward pass."""
    a, b = x.clone().requires_grad_(), w.clone().requires_grad_()
    y = layer(learner, a, b, learner.make_states(1))
    if changes:
        with no_grad():  # the next batch, and an optimiser's step
            a.neg_()
            b.neg_()
    try:
        y.sum().backward()
    except RuntimeError:  # autograd has kept one of them, and says so
        return None
    return a.grad, b.grad


def keeps_its_own(learner, x, w):
    quiet, changed = (gradients(learner, x, w, c) for c in (False, True))
    return quiet is None or changed is not None and all(map(equal, quiet, changed))


def fp8_cases(learner, x, w, g, xe, we, ge, spread, n, k, m, steps, window, learns):
    states = learner.make_states(window)
    ys, grads, scales = [], [], []
    for s in range(steps):
        ux, uw, ug = (2.0 ** int(e[s]) for e in (xe, we, ge))
        a = (x[s].float() * ux).requires_grad_()
        b = (w[s].float() * uw).requires_grad_()
        d = g[s].float() * 2.0 ** spread[s].float() * ug
        if s == steps - 1:
            with counted():
                y = layer(learner, a, b, states)
        else:
            y = layer(learner, a, b, states)
        y.backward(d)
        if a.grad is None or b.grad is None:
            raise Wrong("wrong-result", "x or w has no gradient after backward()",
                        "backward() returns one gradient for each argument of "
                        "forward()")
        ys.append(y.detach() / (ux * uw) / 1024)
        dx, dw = a.grad / (ug * uw) / 64, b.grad / (ug * ux) / 64
        grads.append(cat([dx.flatten(), dw.flatten()]))
        scales.append([scale_of(states, name) for name in "xwg"])
    facts = [is_eight(learner, x[0].float(), learner.make_states(window)),
             keeps_its_own(learner, x[0].float(), w[0].float()),
             not learns or learns_as_well(learner, window)]
    return (stack(ys), stack(grads), tensor(scales),
            tensor(facts, dtype=int32))
