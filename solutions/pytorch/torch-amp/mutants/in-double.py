# rejected by: trap wrong-result (everything in double precision, and no matrix product at all)
import torch


def train(model, x, y, weight, rate, limit):
    losses = []
    w1, b1, w2 = [p.detach().double() for p in model.parameters()]
    for xs, ys in zip(x.double(), y.double()):
        h = torch.tanh((xs[:, None, :] * w1).sum(2) + b1)
        error = (h * w2).sum(1, keepdim=True) - ys
        losses.append(((error * error).mean() * weight).float())
        d = error * (2 * weight / len(xs))
        back = d * w2 * (1 - h * h)
        grads = ((back[:, :, None] * xs[:, None, :]).sum(0), back.sum(0),
                 (d * h).sum(0, keepdim=True))
        norm = sum((g * g).sum() for g in grads).sqrt()
        if not torch.isfinite(norm):
            continue
        factor = min(1.0, limit / (norm.item() + 1e-6))
        for w, g in zip((w1, b1, w2), grads):
            w -= rate * factor * g
    with torch.no_grad():
        for own, w in zip(model.parameters(), (w1, b1, w2)):
            own.copy_(w)
    return torch.stack(losses)
