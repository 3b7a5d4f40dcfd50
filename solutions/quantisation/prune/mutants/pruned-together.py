# rejected by: case (keeps the largest weights of both matrices taken together)
# says: w1 and w2 are pruned together by size. Each keeps its own percentage of weights.
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
        both = torch.cat([w1.reshape(-1), w2.reshape(-1)])
        both = by_size(both, max(1, both.numel() * percent // 100))
        layers = [(both[:w1.numel()].view_as(w1), b1, both[w1.numel():].view_as(w2)),
                  by_unit(w1, b1, w2, max(1, len(b1) * percent // 100))]
        layers = [finetune(*layer, x, y, rate, steps) for layer in layers]
        table.append([[error(*layer, fresh_x, fresh_y).item(),
                       cost(layer[0]) + cost(layer[2])] for layer in layers])
    return torch.tensor(table, dtype=w1.dtype)
