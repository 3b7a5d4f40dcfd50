# Trains copies of a model on several ranks with the learner's optimizer, and
# looks at what each rank keeps, calls and sends.
import torch
from kata_tests import Wrong, run_ranks

nn, no_grad, is_tensor = torch.nn, torch.no_grad, torch.is_tensor
stack, tensor, int32, equal = torch.stack, torch.tensor, torch.int32, torch.equal
tanh, mse_loss = torch.tanh, torch.nn.functional.mse_loss
LR, EPS, STATE_BYTES = 0.05, 0.01, 8


class Model(nn.Module):
    def __init__(self, w, b):
        super().__init__()
        layers, cols = b.shape
        self.layers = nn.ModuleList(nn.Linear(cols, cols)
                                    for _ in range(layers))
        with no_grad():
            for i, layer in enumerate(self.layers):
                layer.weight.copy_(w[i])
                layer.bias.copy_(b[i])

    def forward(self, h):
        for layer in self.layers:
            h = tanh(layer(h))
        return h


def bytes_kept(value, seen):
    """Of all tensors in a dictionary; memory that two share counts once."""
    if is_tensor(value):
        memory = value.untyped_storage()
        if memory.data_ptr() in seen:
            return 0
        seen.add(memory.data_ptr())
        return memory.nbytes()
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return sum(bytes_kept(v, seen) for v in value)
    return 0


def shard_cases(learner, w, b, x, y, ranks, n, layers, cols, steps):
    xs, ys = x.tensor_split(ranks), y.tensor_split(ranks)
    count = layers * (cols * cols + cols)
    part = -(-count // ranks)

    def train(dist, compute):
        me, state = dist.get_rank(), {}
        model = Model(w, b)
        params = list(model.parameters())
        shares, seen = [], []
        for step in range(1, steps + 1):
            model.zero_grad()
            share = mse_loss(model(xs[me]), ys[me], reduction="sum") / y.numel()
            share.backward()
            learner.adam_step(dist, params, state, step, LR, EPS)
            shares.append(share.detach())
            seen.append([p.detach().clone() for p in params])
        return model, shares, seen, bytes_kept(state, set())

    done = run_ranks(ranks, train)
    results = [r.result for r in done]
    kept = [result[3] for result in results]
    # Fewer than `ranks` parameters left out at the end: the values tell that.
    if sum(kept) <= STATE_BYTES * (count - ranks):
        raise Wrong("wrong-result", f"`state` holds {sum(kept) // 4} numbers "
                    f"on all {ranks} ranks together; m and v of {count} "
                    f"parameters are {2 * count}",
                    "put the tensors m and v in the dictionary `state`")
    model, _, first, _ = results[0]
    replicas = all(equal(p, q) for result in results
                   for own, other in zip(result[2], first)
                   for p, q in zip(own, other))
    small = all(k <= STATE_BYTES * part for k in kept)
    few = all(len(r.calls) <= 2 * steps for r in done)
    short = all(r.sent <= steps * 2 * (ranks - 1) * part * 4 + 0.5
                for r in done)
    return (stack([sum(of_step) for of_step in
                   zip(*(result[1] for result in results))]),
            stack([layer.weight.detach() for layer in model.layers]),
            stack([layer.bias.detach() for layer in model.layers]),
            tensor([replicas, small, few, short], dtype=int32))
