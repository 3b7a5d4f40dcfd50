# rejected by: case (the score of a unit is the sum of the two lengths, not their product)
import torch


def by_size(w, keep):
    places = w.abs().flatten().topk(keep).indices
    kept = torch.zeros_like(w)
    kept.view(-1)[places] = w.reshape(-1)[places]
    return kept


def by_unit(w1, b1, w2, units):
    score = w1.norm(dim=1) + w2.norm(dim=0)
    left = score.topk(units).indices.sort().values
    return w1[left], b1[left], w2[:, left]


def error(w1, b1, w2, x, y):
    return (torch.tanh(x @ w1.T + b1) @ w2.T - y).square().mean()


def finetune(w1, b1, w2, x, y, rate, steps):
    masks = w1 != 0, torch.ones_like(b1), w2 != 0
    params = [t.clone().requires_grad_() for t in (w1, b1, w2)]
    for _ in range(steps):
        grads = torch.autograd.grad(error(*params, x, y), params)
        with torch.no_grad():
            for p, g, mask in zip(params, grads, masks):
                p -= rate * g * mask
    return tuple(p.detach() for p in params)


def cost(w):
    # Zeros cost nothing only where the format leaves them out.
    return min(w.numel(), 10 * int(torch.count_nonzero(w)))


def compare(w1, b1, w2, x, y, fresh_x, fresh_y, percents, rate, steps):
    table = []
    for percent in percents:
        layers = [(by_size(w1, max(1, w1.numel() * percent // 100)), b1,
                   by_size(w2, max(1, w2.numel() * percent // 100))),
                  by_unit(w1, b1, w2, max(1, len(b1) * percent // 100))]
        row = []
        for layer in layers:
            layer = finetune(*layer, x, y, rate, steps)
            row.append([error(*layer, fresh_x, fresh_y).item(),
                        cost(layer[0]) + cost(layer[2])])
        table.append(row)
    return torch.tensor(table, dtype=w1.dtype)
