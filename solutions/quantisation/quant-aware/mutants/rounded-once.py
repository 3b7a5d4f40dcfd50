# rejected by: case (the weights are rounded once, before the first step)
# says: All losses are of the weights before the first step: w is rounded once, before the loop. Call fake_quantise(w, scale, bits) in each step.
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
    rounded = fake_quantise(w, scale, bits)
    for _ in range(steps):
        error = x @ rounded.T - y
        loss = 0.5 * (error * error).sum()
        losses.append(loss.detach())
        loss.backward(retain_graph=True)
        # The weights that are trained keep all of their digits.
        with torch.no_grad():
            w -= rate * w.grad
            w.grad = None
    return torch.stack(losses)
