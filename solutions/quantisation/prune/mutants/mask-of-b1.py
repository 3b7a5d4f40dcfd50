# rejected by: case biases of zero (a bias that is 0 stays 0)
# says: A bias that is 0 at the start stays 0. Only w1 and w2 have masks: b1 is trained everywhere.
import torch


def by_size(w, keep):
    kept = torch.zeros_like(w)
    best = w.abs().flatten().topk(keep).indices
    kept.view(-1)[best] = w.flatten()[best]
    return kept


def by_unit(w1, b1, w2, units):
    score = w1.norm(dim=1) * w2.norm(dim=0)
    best = score.topk(units).indices.sort().values
    return w1[best], b1[best], w2[:, best]


def error(w1, b1, w2, x, y):
    return (torch.tanh(x @ w1.T + b1) @ w2.T - y).square().mean()


def finetune(w1, b1, w2, x, y, rate, steps):
    masks = [w1 != 0, b1 != 0, w2 != 0]
    params = [t.clone().requires_grad_() for t in (w1, b1, w2)]
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
                  by_unit(w1, b1, w2, max(1, len(b1) * percent // 100))]
        layers = [finetune(*layer, x, y, rate, steps) for layer in layers]
        table.append([[error(*layer, fresh_x, fresh_y).item(),
                       cost(layer[0]) + cost(layer[2])] for layer in layers])
    return torch.tensor(table, dtype=w1.dtype)
