import torch


# TODO: takes the first weights and units, lets zeros grow back, and counts the
# weights that are left as if every kernel could skip the others.
def by_size(w, keep):
    kept = torch.zeros_like(w)
    kept.view(-1)[:keep] = w.reshape(-1)[:keep]
    return kept


def by_unit(w1, b1, w2, units):
    return w1[:units], b1[:units], w2[:, :units]


def error(w1, b1, w2, x, y):
    return (torch.tanh(x @ w1.T + b1) @ w2.T - y).square().mean()


def finetune(w1, b1, w2, x, y, rate, steps):
    params = [t.clone().requires_grad_() for t in (w1, b1, w2)]
    for _ in range(steps):
        grads = torch.autograd.grad(error(*params, x, y), params)
        with torch.no_grad():
            for p, g in zip(params, grads):
                p -= rate * g
    return tuple(p.detach() for p in params)


def cost(w):
    return int((w != 0).sum())


def compare(w1, b1, w2, x, y, fresh_x, fresh_y, percents, rate, steps):
    table = []
    for percent in percents:
        layers = [(by_size(w1, max(1, w1.numel() * percent // 100)), b1,
                   by_size(w2, max(1, w2.numel() * percent // 100))),
                  by_unit(w1, b1, w2, max(1, len(b1) * percent // 100))]
        table.append([[error(*layer, fresh_x, fresh_y).item(),
                       cost(layer[0]) + cost(layer[2])] for layer in layers])
    return torch.tensor(table, dtype=w1.dtype)
