# rejected by: trap wrong-result | case (trains a new tensor, and w stays as it was)
import torch


class Round(torch.autograd.Function):
    """To the nearest step, within the range; backwards as if nothing had been
    rounded."""

    @staticmethod
    def forward(ctx, w, scale, most):
        steps = torch.round(w / scale)
        ctx.save_for_backward(steps.abs() <= most)
        return steps.clamp(-most, most) * scale

    @staticmethod
    def backward(ctx, grad):
        inside, = ctx.saved_tensors
        # Where the range ends, the output does not follow the weight.
        return grad * inside, None, None


def fake_quantise(w, scale, bits):
    return Round.apply(w, scale, 2 ** (bits - 1) - 1)


def train(w, x, y, scale, bits, rate, steps):
    losses = []
    for _ in range(steps):
        error = x @ fake_quantise(w, scale, bits).T - y
        loss = 0.5 * (error * error).sum()
        losses.append(loss.detach())
        loss.backward()
        # A leaf again, with no gradient yet.
        w = (w - rate * w.grad).detach().requires_grad_()
    return torch.stack(losses)
