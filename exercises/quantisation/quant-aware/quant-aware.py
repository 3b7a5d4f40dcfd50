# TODO: the forward pass is right, but no gradient comes back: round() is flat.
import torch


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
        with torch.no_grad():
            w -= rate * w.grad
            w.grad = None
    return torch.stack(losses)
