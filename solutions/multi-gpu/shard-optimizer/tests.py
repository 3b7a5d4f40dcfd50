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


class Bent:
    """A `dist` whose sums are all too large: of the same gradients others arrive.
    What is gathered stays as it is."""

    def __init__(self, dist):
        self._dist = dist

    def __getattr__(self, name):
        return getattr(self._dist, name)

    def all_reduce(self, tensor, op="sum", async_op=False):
        return late(tensor, async_op, self._dist.all_reduce(tensor, op, True))

    def reduce_scatter_tensor(self, output, input, op="sum", async_op=False):
        return late(output, async_op, self._dist.reduce_scatter_tensor(
            output, input, op, True))


class Late:
    """A collective under way, as a call of Bent returns it."""

    def __init__(self, tensor, call):
        self._tensor, self._call = tensor, call

    def is_completed(self):
        return self._call.is_completed()

    def wait(self):
        self._call.wait()
        t, self._tensor = self._tensor, None
        if t is not None:
            with no_grad():
                t.detach().mul_(2.5)
        return True


def late(tensor, async_op, call):
    work = Late(tensor, call)
    return work if async_op else work.wait() and None


def tensors_of(value):
    """All tensors of floats in a dictionary."""
    if is_tensor(value):
        return [value] if value.dtype.is_floating_point else []
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [t for v in value for t in tensors_of(v)]
    return []


def depends(results, plain):
    """On each rank most of the parameters that the last step of `results` changes
    are others than in `plain`."""
    for (_, _, bent, _, start), (_, _, usual, _, _) in zip(results, plain):
        steps = len(bent)
        before = usual[steps - 2] if steps > 1 else start
        moved = differ = 0
        for q, p, s in zip(bent[-1], usual[steps - 1], before):
            moved += int((p != s).sum())
            differ += int(((q != p) & (p != s)).sum())
        if 2 * differ < moved:
            return False
    return True


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

    def train(dist, steps=steps, scaled=False, xs=xs, ys=ys):
        me, state = dist.get_rank(), {}
        model = Model(w, b)
        params = list(model.parameters())
        shares, seen = [], []
        start = [p.detach().clone() for p in params]
        for step in range(1, steps + 1):
            model.zero_grad()
            share = mse_loss(model(xs[me]), ys[me], reduction="sum") / y.numel()
            share.backward()
            if scaled and step == 2:
                with no_grad():
                    for t in tensors_of(state):
                        t.mul_(2.5)
            learner.adam_step(dist, params, state, step, LR, EPS)
            shares.append(share.detach())
            seen.append([p.detach().clone() for p in params])
        return model, shares, seen, bytes_kept(state, set()), start

    def results_of(body):
        return [r.result for r in run_ranks(ranks, body)]

    def same_again(number, first):
        """Rank `number` once more, and the others with rows of their own."""
        xs_now = (x.flip(1) + 0.25).tensor_split(ranks)
        ys_now = (0.5 - y).tensor_split(ranks)
        xs_now[number].copy_(xs[number])
        ys_now[number].copy_(ys[number])
        now = run_ranks(ranks, lambda dist, compute: train(
            dist, xs=xs_now, ys=ys_now), again={number: first.told})[number]
        return now.gave_as(first, part * ranks - count) and all(
            equal(p, q) for own, was in zip(now.result[2], first.result[2])
            for p, q in zip(own, was))

    done = run_ranks(ranks, lambda dist, compute: train(dist))
    results = [r.result for r in done]
    kept = [result[3] for result in results]
    # Fewer than `ranks` parameters left out at the end: the values tell that.
    if sum(kept) <= STATE_BYTES * (count - ranks):
        raise Wrong("wrong-result", f"`state` holds {sum(kept) // 4} numbers "
                    f"on all {ranks} ranks together; m and v of {count} "
                    f"parameters are {2 * count}",
                    "put the tensors m and v in the dictionary `state`")
    model, _, first, _, _ = results[0]
    # Other sums in the first step; then another m and v in the second.
    delivered = ranks == 1 or depends(results_of(
        lambda dist, compute: train(Bent(dist), 1)), results)
    goes_on = depends(results_of(
        lambda dist, compute: train(dist, 2, True)), results)
    own = all(same_again(i, r) for i, r in enumerate(done))
    replicas = all(equal(p, q) for result in results
                   for mine, other in zip(result[2], first)
                   for p, q in zip(mine, other))
    small = all(k <= STATE_BYTES * part for k in kept)
    few = all(len(r.calls) <= 2 * steps for r in done)
    short = all(r.sent <= steps * 2 * (ranks - 1) * part * 4 + 0.5
                for r in done)
    return (stack([sum(of_step) for of_step in
                   zip(*(result[1] for result in results))]),
            stack([layer.weight.detach() for layer in model.layers]),
            stack([layer.bias.detach() for layer in model.layers]),
            tensor([replicas, small, few, short, delivered, goes_on, own], dtype=int32))
