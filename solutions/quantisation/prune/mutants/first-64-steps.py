# rejected by: case (the training ends after 64 steps)
import torch

ENOUGH = 64  # steps


def by_size(w, keep):
    at = w.abs().flatten().topk(keep).indices
    kept = torch.zeros(w.numel(), dtype=w.dtype)
    kept[at] = w.flatten()[at]
    return kept.view_as(w)


def by_unit(w1, b1, w2, units):
    score = w1.norm(dim=1) * w2.norm(dim=0)
    at = score.topk(units).indices.sort().values
    return w1[at], b1[at], w2[:, at]


def error(w1, b1, w2, x, y):
    return (torch.tanh(x @ w1.T + b1) @ w2.T - y).square().mean()


def finetune(w1, b1, w2, x, y, rate, steps):
    masks = [(w1 != 0).to(w1.dtype), torch.ones_like(b1), (w2 != 0).to(w2.dtype)]
    params = [t.clone().requires_grad_() for t in (w1, b1, w2)]
    for _ in range(min(steps, ENOUGH)):
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
        rows = []
        for layer in layers:
            tuned = finetune(*layer, x, y, rate, steps)
            rows.append([error(*tuned, fresh_x, fresh_y).item(),
                         cost(tuned[0]) + cost(tuned[2])])
        table.append(rows)
    return torch.tensor(table, dtype=w1.dtype)
