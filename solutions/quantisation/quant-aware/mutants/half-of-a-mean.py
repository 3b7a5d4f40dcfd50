# rejected by: case (half of the mean of the squares)
# says: The loss is half of the mean of the squares. It is half of their sum.
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
        loss = 0.5 * (error * error).mean()
        losses.append(loss.detach())
        loss.backward()
        with torch.no_grad():
            w -= rate * w.grad
            w.grad = None
    return torch.stack(losses)
