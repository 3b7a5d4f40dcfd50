# Trains copies of a model on several ranks, a step of the learner's each, and
# looks at the calls and at the clocks.
import torch
from kata_tests import Wrong, run_ranks

nn, no_grad, is_tensor = torch.nn, torch.no_grad, torch.is_tensor
stack, tensor, int32, equal = torch.stack, torch.tensor, torch.int32, torch.equal
arange, flat_of = torch.arange, torch.Tensor.reshape
tanh, Function = torch.tanh, torch.autograd.Function
RATE, FORWARD_US, BACKWARD_US = 0.1, 8.0, 15.0
LATENCY_US, BYTES_PER_US = 10.0, 200.0


class Work(Function):
    """Takes time on the rank's clock, before its layer's gradients are there."""

    @staticmethod
    def forward(ctx, h, compute):
        ctx.compute = compute
        compute(FORWARD_US)
        return h.clone()

    @staticmethod
    def backward(ctx, grad):
        ctx.compute(BACKWARD_US)
        return grad, None


class Model(nn.Module):
    def __init__(self, w, b, frozen, skipped, compute):
        super().__init__()
        layers, cols = b.shape
        self.skipped, self.compute = skipped, compute
        self.layers = nn.ModuleList(nn.Linear(cols, cols)
                                    for _ in range(layers))
        with no_grad():
            for i, layer in enumerate(self.layers):
                layer.weight.copy_(w[i])
                layer.bias.copy_(b[i])
                layer.requires_grad_(i != frozen)

    def forward(self, h):
        for i, layer in enumerate(self.layers):
            if i != self.skipped:
                h = tanh(Work.apply(layer(h), self.compute))
        return h


class Bent:
    """A `dist` whose results are all too large, by 1.5 to 2.4 times: of the same
    gradients other sums arrive. Who does not use what arrives is not changed."""

    def __init__(self, dist):
        self._dist, self._calls = dist, 0

    def __getattr__(self, name):
        return getattr(self._dist, name)

    def all_reduce(self, tensor, op="sum", async_op=False):
        return self._late(tensor, async_op,
                          self._dist.all_reduce(tensor, op, True))

    def reduce_scatter_tensor(self, output, input, op="sum", async_op=False):
        return self._late(output, async_op, self._dist.reduce_scatter_tensor(
            output, input, op, True))

    def all_gather_into_tensor(self, output, input, async_op=False):
        return self._late(output, async_op,
                          self._dist.all_gather_into_tensor(output, input, True))

    def broadcast(self, tensor, src, async_op=False):
        return self._late(tensor, async_op,
                          self._dist.broadcast(tensor, src, True))

    def irecv(self, tensor, src):
        return self._late(tensor, True, self._dist.irecv(tensor, src))

    def recv(self, tensor, src):
        self.irecv(tensor, src).wait()
        return src

    def _late(self, tensor, async_op, call):
        self._calls += 1
        work = Late(tensor, call, self._calls)
        return work if async_op else work.wait() and None


class Late:
    """A collective under way, as a call of Bent returns it."""

    def __init__(self, tensor, call, number):
        self._tensor, self._call, self._number = tensor, call, number

    def is_completed(self):
        return self._call.is_completed()

    def wait(self):
        self._call.wait()
        t, self._tensor = self._tensor, None
        if t is not None and t.dtype.is_floating_point:
            with no_grad():
                flat = flat_of(t.detach(), -1)
                flat *= 1.5 + (arange(len(flat)) + 3 * self._number) % 7 / 7
        return True


def count_buckets(model, bucket):
    count, size = 1, 0
    for p in reversed([p for p in model.parameters() if p.requires_grad]):
        if size >= bucket:
            count, size = count + 1, 0
        size += p.nbytes
    return count


def check_loss(loss):
    if not is_tensor(loss):
        raise Wrong("wrong-result", "train_step() must return the loss of the whole "
                    f"batch as a tensor, but returned {type(loss).__name__}",
                    "return loss.detach()")
    if loss.numel() != 1:
        raise Wrong("wrong-result", "train_step() must return one number, but the "
                    f"shape of its loss is {tuple(loss.shape)}",
                    "add the errors up: reduction=\"sum\"")
    if loss.requires_grad:
        raise Wrong("wrong-result", "the loss that train_step() returns still has its "
                    "graph", "return loss.detach()")


def depends(bent, plain, start):
    """Most of the parameters that a step changes become others where other sums
    arrive."""
    moved = [p != s for p, s in zip(plain, start)]
    differ = sum(int(((q != p) & m).sum())
                 for q, p, m in zip(bent, plain, moved))
    return 2 * differ >= sum(int(m.sum()) for m in moved)


def ddp_cases(learner, w, b, x, y, ranks, frozen, lazy, skipped, bucket, hide,
              n, layers, cols, steps):
    xs, ys = x.tensor_split(ranks), y.tensor_split(ranks)

    clean = []

    def train(dist, compute, steps=steps, xs=xs, ys=ys):
        me = dist.get_rank()
        model = Model(w, b, frozen, skipped if me == lazy else -1, compute)
        start, seen = [p.detach().clone() for p in model.parameters()], []
        for _ in range(steps):
            model.zero_grad()
            loss = learner.train_step(dist, model, xs[me], ys[me], n, bucket)
            check_loss(loss)
            with no_grad():
                for p in model.parameters():
                    if p.grad is not None:
                        p -= RATE * p.grad
            seen.append((loss.reshape(()).clone(),
                         [p.detach().clone() for p in model.parameters()]))
            clean.append(not any(p._post_accumulate_grad_hooks or
                                 p._backward_hooks
                                 for p in model.parameters()))
        return model, seen, start

    def bent(dist, compute):
        return train(Bent(dist), compute, 1)[1][0]

    def same_again(number, first):
        """Rank `number` once more, and the others with rows of their own."""
        x_there, y_there = x.flip(1) + 0.25, 0.5 - y
        xs_now, ys_now = x_there.tensor_split(ranks), y_there.tensor_split(ranks)
        xs_now[number].copy_(xs[number])
        ys_now[number].copy_(ys[number])

        def repeat(dist, compute):
            return train(Bent(dist), compute, 1, xs_now, ys_now)[1][0]

        now = run_ranks(ranks, repeat, LATENCY_US, BYTES_PER_US,
                        {number: first.told})[number]
        (loss, params), (old_loss, old_params) = now.result, first.result
        return now.gave_as(first) and equal(loss, old_loss) and all(
            equal(p, q) for p, q in zip(params, old_params))

    done = run_ranks(ranks, train, LATENCY_US, BYTES_PER_US)
    model, seen, start = done[0].result
    most_us = steps * layers * (FORWARD_US + BACKWARD_US)
    once = all(r.busy < most_us + 1 for r in done)
    other = own = True
    if ranks > 1:
        again = run_ranks(ranks, bent, LATENCY_US, BYTES_PER_US)
        other = all(depends(r.result[1], seen[0][1], start) for r in again)
        own = all(same_again(i, r) for i, r in enumerate(again))
    replicas = all(equal(p, q) for r in done
                   for own, first in zip(r.result[1], seen)
                   for p, q in zip(own[1], first[1]))
    same = all(equal(own[0], first[0]) for r in done
               for own, first in zip(r.result[1], seen))
    few = all(len(r.calls) <= steps * (count_buckets(model, bucket) + 1)
              for r in done)
    hidden = not hide or all(r.waited <= (1 - hide / 100) * r.moved
                             for r in done)
    return (stack([loss for loss, _ in seen]),
            stack([layer.weight.detach() for layer in model.layers]),
            stack([layer.bias.detach() for layer in model.layers]),
            tensor([replicas, few, hidden, same, all(clean), other, once, own], dtype=int32))
