# Makes weights of kata's whole numbers, asks for one quantisation with its
# gradient, then for a training run.
#
# All numbers are small multiples of powers of two, so that single precision adds
# them up exactly and every rounding is the same everywhere.
import torch
from kata_tests import Wrong, counted

is_tensor, stack, no_grad = torch.is_tensor, torch.stack, torch.no_grad


def check(t, shape, name):
    if not is_tensor(t):
        raise Wrong("wrong-result", f"{name} must return a tensor of shape "
                    f"{tuple(shape)}, but returned {type(t).__name__}",
                    "look at what it returns")
    if tuple(t.shape) != tuple(shape):
        raise Wrong("wrong-result", f"{name} must return a tensor of shape "
                    f"{tuple(shape)}, but its shape is {tuple(t.shape)}",
                    "fake_quantise() has the shape of w, train() one loss for each step")


def quantise_cases(learner, codes, exponents, g, x, y, rows, cols, n, bits,
                   steps):
    scale = 2.0 ** exponents.float().reshape(rows, 1)
    start = codes.float() / 64
    w = start.clone().requires_grad_()
    fake = learner.fake_quantise(w, scale, bits)
    check(fake, (rows, cols), "fake_quantise()")
    if not w.detach().equal(start):
        raise Wrong("wrong-result", "fake_quantise() has changed the weights "
                    "that it was given", "return a new tensor")
    if fake.requires_grad:
        (fake * g).sum().backward()
    grad = w.grad if w.grad is not None else 0 * start

    w = start.clone().requires_grad_()
    with counted():
        losses = learner.train(w, x, y, scale, bits, 1 / 256, steps)
    check(losses, (steps,), "train()")
    if losses.requires_grad:
        raise Wrong("wrong-result", "the losses that train() returns still have "
                    "their graph", "losses.append(loss.detach())")
    # A gradient, or losses that move: there was something to change.
    moves = w.grad is not None and bool(w.grad.any()) or \
        not losses.equal(losses[:1].expand_as(losses))
    if moves and w._version == 0 and w.detach().equal(start):
        raise Wrong("wrong-result", "after train() `w` holds what it held before "
                    "the call", "w = ... makes a new tensor, which the caller "
                    "never sees. Change w in place: w -= rate * w.grad under "
                    "torch.no_grad(), then w.grad = None")
    return fake.detach(), grad, losses.detach(), w.detach()
