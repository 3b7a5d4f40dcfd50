# rejected by: case (the gradient of round(), which is 0)
# says: The gradient is that of round(), which is 0 nearly everywhere. backward() of a Function of your own can hand it through instead.
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
    most = 2 ** (bits - 1) - 1
    return torch.round(w / scale).clamp(-most, most) * scale


def train(w, x, y, scale, bits, rate, steps):
    losses = []
    for _ in range(steps):
        error = x @ fake_quantise(w, scale, bits).T - y
        loss = 0.5 * (error * error).sum()
        losses.append(loss.detach())
        loss.backward()
        # The weights that are trained keep all of their digits.
        with torch.no_grad():
            w -= rate * w.grad
            w.grad = None
    return torch.stack(losses)
