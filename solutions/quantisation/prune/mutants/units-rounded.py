# rejected by: case (the number of units is rounded to the nearest)
# says: The number of units is rounded to the nearest. hidden * percent // 100 rounds down.
import torch


def by_size(w, keep):
    kept = torch.zeros_like(w)
    at = w.abs().reshape(-1).topk(keep).indices
    kept.view(-1)[at] = w.reshape(-1)[at]
    return kept


def by_unit(w1, b1, w2, units):
    size = w1.norm(dim=1) * w2.norm(dim=0)
    at = size.topk(units).indices.sort().values
    return w1[at], b1[at], w2[:, at]


def error(w1, b1, w2, x, y):
    return (torch.tanh(x @ w1.T + b1) @ w2.T - y).square().mean()


def finetune(w1, b1, w2, x, y, rate, steps):
    params = [t.clone().requires_grad_() for t in (w1, b1, w2)]
    masks = [w1 != 0, torch.ones_like(b1), w2 != 0]
    for _ in range(steps):
        grads = torch.autograd.grad(error(*params, x, y), params)
        with torch.no_grad():
            for p, g, m in zip(params, grads, masks):
                p -= rate * g * m
    return tuple(p.detach() for p in params)


def cost(w):
    return min(w.numel(), 10 * int((w != 0).sum()))


def compare(w1, b1, w2, x, y, fresh_x, fresh_y, percents, rate, steps):
    table = []
    for percent in percents:
        layers = [(by_size(w1, max(1, w1.numel() * percent // 100)), b1,
                   by_size(w2, max(1, w2.numel() * percent // 100))),
                  by_unit(w1, b1, w2, max(1, round(len(b1) * percent / 100)))]
        layers = [finetune(*layer, x, y, rate, steps) for layer in layers]
        table.append([[error(*layer, fresh_x, fresh_y).item(),
                       cost(layer[0]) + cost(layer[2])] for layer in layers])
    return torch.tensor(table, dtype=w1.dtype)
