# Trains the learner's way, and looks at the types of what every operator gets.
from collections import Counter

import torch
import torch.nn.functional as F
from kata_tests import Wrong
from torch.utils._python_dispatch import TorchDispatchMode

nn, is_tensor, no_grad, where = torch.nn, torch.is_tensor, torch.no_grad, torch.where
half, single, isfinite = torch.float16, torch.float32, torch.isfinite
equal, cat = torch.equal, torch.cat
PRODUCTS = {torch.ops.aten.mm.default, torch.ops.aten.addmm.default,
            torch.ops.aten.bmm.default, torch.ops.aten.baddbmm.default}
# Of two layers: two forward, three backward (x needs no gradient).
PER_STEP = 5

# What PyTorch reads when an optimizer makes its first step: read here, before
# kata's clock runs and while libraries can still be loaded.
spare = nn.Linear(2, 2)
first = torch.optim.SGD(spare.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
with torch.autocast("cpu", dtype=half):
    value = F.mse_loss(torch.tanh(spare(torch.ones(1, 2))), torch.ones(1, 2))
scaler.scale(value).backward()
scaler.unscale_(first)
nn.utils.clip_grad_norm_(spare.parameters(), 1.0)
scaler.step(first)
scaler.update()


class Types(TorchDispatchMode):
    """The matrix products that ran below: types, sizes, and whether of a batch."""

    def __init__(self, x):
        super().__init__()
        self.batches = [batch.to(half) for batch in x]
        self.seen, self.sizes, self.of_batch = [], Counter(), 0

    def is_batch(self, t):
        return any(equal(t, batch) or equal(t.mT, batch) for batch in self.batches)

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if function in PRODUCTS:
            a, b = args[-2:]
            self.seen.append(b.dtype)
            if b.dtype == half:
                self.sizes[sizes(a.shape[-2], a.shape[-1], b.shape[-1])] += 1
                self.of_batch += self.is_batch(a) or self.is_batch(b)
        return function(*args, **(kwargs or {}))


def sizes(*three):
    """Those of a product, whichever of its two operands is turned over."""
    return tuple(sorted(three))


def model_of(w1, b1, w2):
    model = nn.Sequential(nn.Linear(w1.shape[1], w1.shape[0]), nn.Tanh(),
                          nn.Linear(w1.shape[0], 1, bias=False))
    with no_grad():
        for own, given in zip(model.parameters(), (w1, b1, w2)):
            own.copy_(given)
    return model


def check_types(types, model, steps, n, cols, hidden):
    seen = types.seen
    wide = [str(t).removeprefix("torch.") for t in seen if t != half]
    if wide:
        raise Wrong("wrong-result", f"{len(wide)} of {len(seen)} matrix products "
                    f"ran in {wide[0]}", "call the model under torch.autocast(\"cpu\", "
                    "dtype=torch.float16), and leave model, x and y in float32; "
                    "backward follows")
    if len(seen) < PER_STEP * steps:
        raise Wrong("wrong-result", f"only {len(seen)} matrix products ran in "
                    f"float16; {steps} steps through the model need "
                    f"{PER_STEP * steps}: 2 forward and 3 backward for each step",
                    "call model(x[step]) under torch.autocast, and backward() on "
                    "the loss")
    # x w1 and the gradient of w1; h w2, the gradient of w2, and that of h.
    need = Counter({sizes(n, cols, hidden): 2 * steps}) + \
        Counter({sizes(n, hidden, 1): 3 * steps})
    if any(types.sizes[which] < many for which, many in need.items()):
        raise Wrong("wrong-result", "the matrix products in float16 have other sizes "
                    "than those of the model", "call model(x[step]) under "
                    "torch.autocast, and backward() on the loss: the model's own "
                    "products are to run in float16")
    if types.of_batch < 2 * steps:
        raise Wrong("wrong-result", "the matrix products in float16 are not those of "
                    f"the batches: x[step] is in {types.of_batch} of them, and two "
                    "for each step need it", "call model(x[step]) under "
                    "torch.autocast, and backward() on the loss")
    if any(p.dtype != single for p in model.parameters()):
        raise Wrong("wrong-result", "a parameter is no longer float32",
                    "leave the parameters to autocast: it converts copies")


def train_single(model, x, y, weight, rate, limit):
    """The same steps in float32."""
    for batch, labels in zip(x, y):
        for p in model.parameters():
            p.grad = None
        (weight * F.mse_loss(model(batch), labels)).backward()
        grads = cat([p.grad.flatten() for p in model.parameters()])
        if not isfinite(grads).all():
            continue
        shorter = min(1.0, limit / (float(grads.norm()) + 1e-6))
        with no_grad():
            for p in model.parameters():
                p -= rate * shorter * p.grad


# The way of the parameters in float16 is off by 1e-4 of that in float32, by chance less where
# there are few; two ways in float32 by 1e-6.
TOO_NEAR, ENOUGH = 1e-5, 16


def check_digits(moved, single_moved):
    way = cat([m.flatten() for m in moved])
    exact = cat([m.flatten() for m in single_moved])
    if len(way) < ENOUGH or not float(exact.norm()) > 0 or not isfinite(way).all():
        return
    if float((way - exact).norm() / exact.norm()) < TOO_NEAR:
        raise Wrong("wrong-result", "the parameters went the way of float32 to more than "
                    "five digits, and half precision has three: the products in float16 "
                    "that ran are not those that moved them", "train the model that you "
                    "are given by the gradients of its own products under torch.autocast")


def check_losses(losses, steps):
    if not is_tensor(losses):
        raise Wrong("wrong-result", "train() must return the losses as a tensor, "
                    f"but returned {type(losses).__name__}",
                    "losses.append(loss.detach()); torch.stack(losses)")
    if losses.shape != (steps,):
        raise Wrong("wrong-result", f"train() must return {steps} losses, one for "
                    "each step, but its tensor has the shape "
                    f"{tuple(losses.shape)}", "a step that is left out has a loss, too")
    if losses.dtype != single:
        raise Wrong("wrong-result", "the losses must be torch.float32, but are "
                    f"{losses.dtype}", "compute the loss under torch.autocast, which "
                    "gives mse_loss float32")
    if losses.requires_grad:
        raise Wrong("wrong-result", "the losses that train() returns still have "
                    "their graph", "losses.append(loss.detach())")


def train_cases(learner, w1, b1, w2, x, y, weight, rate, limit, steps, n, cols,
                hidden, broken):
    model, labels = model_of(w1, b1, w2), y.clone()
    if 0 <= broken < steps:
        labels[broken, 0] = float("inf")
    types = Types(x)
    with types:
        losses = learner.train(model, x, labels, weight, rate, limit)
    check_losses(losses, steps)
    check_types(types, model, steps, n, cols, hidden)
    moved = [own.detach() - given
             for own, given in zip(model.parameters(), (w1, b1, w2))]
    exact = model_of(w1, b1, w2)
    train_single(exact, x, labels, weight, rate, limit)
    check_digits(moved, [own.detach() - given
                         for own, given in zip(exact.parameters(), (w1, b1, w2))])
    # The loss of the broken batch is not finite: -1 stands for it.
    losses = where(isfinite(losses), losses / weight, -1.0)
    return (losses, *moved)
