# Runs layers of the learner's on several ranks, forward and backward, and puts
# the gradients of the ranks' parts together.
import torch
from kata_tests import Wrong, run_ranks
from torch.utils._python_dispatch import TorchDispatchMode

is_tensor, int32, tensor, equal = torch.is_tensor, torch.int32, torch.tensor, torch.equal
cat, stack, zeros, arange = torch.cat, torch.stack, torch.zeros, torch.arange
NAMES, AXES = ("w1", "b1", "w2", "b2"), (1, 0, 0, None)


class Work(TorchDispatchMode):
    """Multiplications in products of matrices, of one thread."""

    def __init__(self):
        super().__init__()
        self.done = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        name = func.__name__.split(".")[0]
        if name in ("mm", "bmm", "mv", "addmm", "baddbmm", "addmv"):
            self.done += out.numel() * args[name[:2] in ("ad", "ba")].shape[-1]
        return out


def scaled(w1, b1, w2, b2, factors):
    return w1 * factors, b1 * factors, w2 * factors[:, None], b2


def parts_of(learner, rank, ranks, whole):
    """What a rank keeps of one layer."""
    own = learner.split(rank, ranks, *(t.clone() for t in whole))
    if not isinstance(own, (tuple, list)) or len(own) != 4:
        what = f"{len(own)} things" if isinstance(own, (tuple, list)) else \
            f"a {type(own).__name__}"
        raise Wrong("wrong-result", f"split() returned {what}, and not four "
                    "tensors", "return this rank's w1, b1, w2 and b2, in this order")
    for name, part in zip(NAMES, own):
        if not is_tensor(part):
            raise Wrong("wrong-result", f"split() returned a {type(part).__name__} "
                        f"for {name}", "tensor_split() returns the parts of all "
                        "ranks: take the one of this rank")
    for name, axis, t, part in zip(NAMES, AXES, whole, own):
        part_of = t if axis is None else t.tensor_split(ranks, dim=axis)[rank]
        if part.shape != part_of.shape:
            raise Wrong("wrong-result", f"split() on rank {rank} of {ranks} "
                        f"returned a {name} of shape {tuple(part.shape)}; its "
                        f"part is {tuple(part_of.shape)}",
                        "a rank keeps some hidden columns, cut as tensor_split "
                        "cuts: columns of w1, elements of b1, and rows of w2; "
                        "and all of b2")
        if not equal(part.detach(), part_of):
            raise Wrong("wrong-result", f"split() on rank {rank} of {ranks} "
                        f"returned other elements of {name} than its part has",
                        "parts are neighbouring columns, in the order of the "
                        "ranks, and their values stay as they are")
    return own


def bytes_kept(parts):
    """Memory that two tensors share counts once."""
    memory = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes()
              for t in parts if t.numel()}
    return sum(memory.values())


def gradient(leaf):
    return zeros(leaf.shape) if leaf.grad is None else leaf.grad


def tensor_cases(learner, x, w1, b1, w2, b2, dy, ranks, n, layers, d, h):
    # Each hidden column has other weights in mlp() than in split(), by powers of two: who
    # works with weights that were set aside in split() does not know those of other ranks.
    factors = 2.0 ** ((7 * arange(h) + 3) % 5 - 2)
    kept = [[parts_of(learner, r, ranks,
                      scaled(w1[i], b1[i], w2[i], b2[i], factors))
             for i in range(layers)] for r in range(ranks)]
    small = all(bytes_kept(own) <= 4 * sum(t.numel() for t in own)
                for of_rank in kept for own in of_rank)

    def train(dist, compute, other=None):
        """other: all ranks but this one have other parts."""
        back = 1 / factors.tensor_split(ranks)[dist.get_rank()]
        if other not in (None, dist.get_rank()):
            back = back * 1.5
        own = [[t.detach().clone().requires_grad_() for t in scaled(*of_layer, back)]
               for of_layer in kept[dist.get_rank()]]
        leaf = x.clone().requires_grad_()
        with Work() as work:
            rows, forward = passes(dist, leaf, own)
        return rows.detach(), gradient(leaf), forward, \
            [[gradient(t) for t in of_layer] for of_layer in own], work.done

    def passes(dist, leaf, own):
        rows = leaf
        for of_layer in own:
            y = learner.mlp(dist, rows, *of_layer)
            if not is_tensor(y):
                raise Wrong("wrong-result", "mlp() must return a tensor, but "
                            f"returned {type(y).__name__}", "return out")
            if y.shape != x.shape:
                raise Wrong("wrong-result", "mlp() must return a tensor of the "
                            f"shape of x, {tuple(x.shape)}, but its shape is "
                            f"{tuple(y.shape)}", "x @ w1 has this rank's hidden "
                            "columns, and the product with w2 those of x again")
            if not y.requires_grad:
                raise Wrong("wrong-result", "what mlp() returns has no "
                            "gradient", "no_grad() and detach() cut it off")
            rows = rows + y
        forward = len(dist._rank.calls)
        rows.backward(dy.clone())
        return rows, forward

    def same_again(number, first):
        now = run_ranks(ranks, lambda dist, compute: train(dist, compute, number),
                        again={number: first.told})[number]
        here, was = ([*r.result[:2], *sum(r.result[3], [])] for r in (now, first))
        return now.gave_as(first) and all(equal(a, b) for a, b in zip(here, was))

    done = run_ranks(ranks, train)
    out, dx, _, first, _ = done[0].result
    own = ranks == 1 or all(same_again(i, r) for i, r in enumerate(done))
    same_out = all(equal(out, r.result[0]) for r in done)
    same_dx = all(equal(dx, r.result[1]) for r in done)
    same_db2 = all(equal(a[3], b[3]) for r in done
                   for a, b in zip(first, r.result[3]))
    # One rank has nobody to talk to: there, none is as good as one.
    least = layers if ranks > 1 else 0
    few = all(least <= r.result[2] <= layers for r in done)
    few_back = all(least <= len(r.calls) - r.result[2] <= layers for r in done)
    whole = 2 * layers * 2 * (ranks - 1) / ranks * x.nbytes
    shares = [layers * n * d * len(factors.tensor_split(ranks)[i]) for i in range(ranks)]
    work = all(4 * share <= r.result[4] <= 9 * share for share, r in zip(shares, done))
    short = all(abs(r.sent - whole) <= 0.5 for r in done)

    def joined(k, axis):
        return stack([cat([r.result[3][i][k] for r in done], axis)
                      for i in range(layers)])

    return (out, dx, joined(0, 1), joined(1, 0), joined(2, 0),
            stack([of_layer[3] for of_layer in first]),
            tensor([small, same_out, same_dx, same_db2, few, few_back, short,
                    work, own],
                   dtype=int32))
