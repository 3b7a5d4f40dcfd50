# rejected by: case (the step begins at the rounded weights)
# says: The step begins at the rounded weights, so small steps are lost. It goes from w itself, in full precision.
import torch


class Fake(torch.autograd.Function):
    @staticmethod
    def forward(ctx, w, scale, bits):
        most = 2 ** (bits - 1) - 1
        q = torch.round(w / scale)
        ctx.save_for_backward(q.abs() <= most)
        return q.clamp(-most, most) * scale

    @staticmethod
    def backward(ctx, g):
        inside, = ctx.saved_tensors
        return g * inside, None, None


def fake_quantise(w, scale, bits):
    return Fake.apply(w, scale, bits)


def train(w, x, y, scale, bits, rate, steps):
    losses = []
    for _ in range(steps):
        error = x @ fake_quantise(w, scale, bits).T - y
        loss = 0.5 * (error * error).sum()
        losses.append(loss.detach())
        loss.backward()
        with torch.no_grad():
            w.copy_(fake_quantise(w, scale, bits) - rate * w.grad)
            w.grad = None
    return torch.stack(losses)
