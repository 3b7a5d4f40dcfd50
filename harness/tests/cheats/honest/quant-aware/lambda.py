# passes (the function is a lambda)
# Without a Function: the value of one tensor, the gradient of another.
import torch

fake_quantise = lambda w, scale, bits: (
    lambda most, steps: steps.clamp(-most, most) * scale
    + (w - w.detach()) * (steps.abs() <= most)
)(2 ** (bits - 1) - 1, (w.detach() / scale).round())


def train(w, x, y, scale, bits, rate, steps, losses=None):
    # Recursion instead of a loop.
    losses = [] if losses is None else losses
    if steps == 0:
        return torch.stack(losses)
    off = torch.nn.functional.linear(x, fake_quantise(w, scale, bits)) - y
    loss = off.square().sum() / 2
    grad, = torch.autograd.grad(loss, w)
    w.data.sub_(grad, alpha=rate)
    losses.append(loss.detach())
    return train(w, x, y, scale, bits, rate, steps - 1, losses)
