# Trains a model whose stages are on several ranks, and looks at the clocks, at
# the micro-batches that each rank keeps, and at the messages.
from threading import get_ident
from weakref import ref

import torch
from kata_tests import Wrong, run_ranks

nn, no_grad, is_tensor = torch.nn, torch.no_grad, torch.is_tensor
stack, tensor, int32, equal = torch.stack, torch.tensor, torch.int32, torch.equal
tanh, Function = torch.tanh, torch.autograd.Function
RATE, FORWARD_US, BACKWARD_US = 0.1, 4.0, 8.0
LATENCY_US, BYTES_PER_US, SLACK = 0.05, 1e9, 1.03


RUN, KEEP, FREE = 0, 1, -1
# A name in the learner's loop may still hold the last micro-batch.
SPARE = 1

# Of each rank, by its thread: what moves its clock, and what its stage did, in order.
# Neither is in the stage, which the learner's file holds.
meters = {}
# Of each rank, by its thread: references to what went into its stage and what came
# out, and how many micro-batches were there at each forward pass.
alive = {}


class Work(Function):
    """Takes time on the rank's clock, and notes what waits for backward."""

    @staticmethod
    def forward(ctx, h):
        return h.clone()

    @staticmethod
    def backward(ctx, grad):
        compute, notes = meters[get_ident()]
        compute(BACKWARD_US * grad.shape[0])
        notes.append(FREE)
        return grad


class Stage(nn.Module):
    def __init__(self, w, b):
        super().__init__()
        depth, cols = b.shape
        self.layers = nn.ModuleList(nn.Linear(cols, cols)
                                    for _ in range(depth))
        with no_grad():
            for i, layer in enumerate(self.layers):
                layer.weight.copy_(w[i])
                layer.bias.copy_(b[i])

    def forward(self, h):
        compute, notes = meters[get_ident()]
        compute(FORWARD_US * h.shape[0])
        notes.append(RUN)
        given = h
        for layer in self.layers:
            h = tanh(layer(h))
        if h.requires_grad:
            notes.append(KEEP)
        out = Work.apply(h)
        count_alive(given, out)
        return out


def count_alive(given, out):
    first, refs, counts = alive[get_ident()]
    # The input of the first stage is kata's own, and stays.
    refs.append((ref(out), ref(out if first else given)))
    counts.append(sum(a() is not None or b() is not None for a, b in refs))


def most_kept(notes):
    kept = most = 0
    for note in notes:
        kept += note
        most = max(most, kept)
    return most


def check_loss(loss, me, ranks):
    if me < ranks - 1:
        if loss is not None:
            raise Wrong("wrong-result", f"train_step() on rank {me} of {ranks} "
                        "must return None", "only the last rank knows the loss")
        return
    if not is_tensor(loss) or loss.requires_grad or loss.numel() != 1:
        raise Wrong("wrong-result", "train_step() on the last rank must return "
                    "the loss, as a tensor with one number that needs no "
                    "gradient", "add up part.detach() of the micro-batches")


def check_runs(runs, micro, me):
    if runs != micro:
        raise Wrong("wrong-result", f"rank {me} ran its stage {runs} "
                    f"times, and there are {micro} micro-batches",
                    "each micro-batch goes through a stage once; keep what "
                    "comes out for the backward pass")


def pipeline_cases(learner, w, b, x, y, ranks, depth, micro, n, cols, steps):
    xs, ys = x.tensor_split(micro), y.tensor_split(micro)
    rows = [part.shape[0] for part in xs]

    def train(dist, compute, other=None):
        """other: all ranks but this one have other layers."""
        me = dist.get_rank()
        own = slice(me * depth, (me + 1) * depth)
        factor = 1 if other in (None, me) else 0.75
        stage = Stage(w[own] * factor, b[own] * factor)
        losses, notes, counts = [], [], []
        meters[get_ident()] = compute, notes
        alive[get_ident()] = me == 0, [], counts
        for step in range(steps):
            stage.zero_grad()
            given = [part.clone() for part in xs] if me == 0 else None
            wanted = list(ys) if me == ranks - 1 else None
            loss = learner.train_step(dist, stage, list(rows), cols, given,
                                      wanted)
            check_loss(loss, me, ranks)
            check_runs(notes.count(RUN) - step * micro, micro, me)
            losses.append(loss)
            with no_grad():
                for p in stage.parameters():
                    if p.grad is not None:
                        p -= RATE * p.grad
        return stage, losses, notes, max(counts)

    def same_again(number, first):
        now = run_ranks(
            ranks, lambda dist, compute: train(dist, compute, number),
            LATENCY_US, BYTES_PER_US, {number: first.told})[number]
        stage, losses, _, _ = now.result
        was, losses_then, _, _ = first.result
        return now.gave_as(first) and all(equal(p, q) for p, q in zip(stage.parameters(),
                                               was.parameters())) and \
            all(a is b or equal(a, b) for a, b in zip(losses, losses_then))

    done = run_ranks(ranks, train, LATENCY_US, BYTES_PER_US)
    own = ranks == 1 or all(same_again(i, r) for i, r in enumerate(done))
    stages = [r.result[0] for r in done]
    layers = [layer for stage in stages for layer in stage.layers]
    slots = micro + ranks - 1
    most_us = steps * slots * max(rows) * (FORWARD_US + BACKWARD_US)
    busy_us = steps * n * (FORWARD_US + BACKWARD_US)
    fast = all(r.now <= SLACK * most_us and r.busy > 0.999 * busy_us
               for r in done)
    small = all(most_kept(r.result[2]) <= ranks - r.number and
                r.result[3] <= ranks - r.number + SPARE for r in done)
    few = all(r.messages <= steps * micro * ((r.number > 0) +
                                             (r.number < ranks - 1)) and
              not r.calls and
              r.sent <= 4 * steps * n * cols * 2 for r in done)
    return (stack([loss.reshape(()) for loss in done[-1].result[1]]),
            stack([layer.weight.detach() for layer in layers]),
            stack([layer.bias.detach() for layer in layers]),
            tensor([fast, small, few, own], dtype=int32))
