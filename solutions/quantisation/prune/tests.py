# Prunes a layer both ways, trains it, and works out the table of compare() from
# the learner's other functions.
import torch
from kata_tests import Wrong, counted

is_tensor, tensor, zeros_like, tanh = (torch.is_tensor, torch.tensor,
                                       torch.zeros_like, torch.tanh)
where, isclose, cat, float64 = torch.where, torch.isclose, torch.cat, torch.float64
FEW = 60  # steps of a training that compare() does


def rate_of(n):
    return 0.05 if n % 2 else 0.1


def percents_of(n):
    return ((50, 20, 5), (80, 30, 7), (100, 12, 1))[n % 3]


def check(t, shape, name):
    if not is_tensor(t):
        raise Wrong("wrong-result", f"{name} must return a tensor, but returned "
                    f"{type(t).__name__}", f"its shape must be {tuple(shape)}")
    if tuple(t.shape) != tuple(shape):
        raise Wrong("wrong-result", f"{name} must return a tensor of shape "
                    f"{tuple(shape)}, but its shape is {tuple(t.shape)}",
                    "which sizes does the brief name for it?")


def check_layer(layer, shapes, name):
    if not isinstance(layer, (tuple, list)) or len(layer) != 3:
        raise Wrong("wrong-result", f"{name} must return three tensors, but returned "
                    f"{type(layer).__name__}", "return w1, b1, w2")
    for t, shape, of in zip(layer, shapes, ("w1", "b1", "w2")):
        check(t, shape, f"{name}, as {of},")
    return tuple(t.detach() for t in layer)


def check_cost(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        raise Wrong("wrong-result", "cost() must return one number, but returned "
                    f"{type(value).__name__}: {str(value)[:60]}",
                    "count the elements, and return a number") from None


def by_rows(layer):
    """A row for each hidden unit."""
    w1, b1, w2 = layer
    return cat([w1, b1[:, None], w2.T], 1)


def first(w, keep):
    """Only the first elements; a learner's function need not be right for it."""
    part = zeros_like(w)
    part.view(-1)[:keep] = w.view(-1)[:keep]
    return part


def sizes_of(w):
    return w.abs().flatten().sort(descending=True).values


def has_largest(kept, w, keep):
    """Are `keep` elements left, the largest, as they were? Of elements of one
    size any may stay."""
    left = sizes_of(kept)
    return (not left[keep:].any() and left[:keep].equal(sizes_of(w)[:keep])
            and where(kept != 0, kept, w).equal(w))


def check_ties(learner, w, keep):
    kept = learner.by_size(w.clone(), keep)
    check(kept, w.shape, "by_size()")
    kept = kept.detach()
    if has_largest(kept, w, keep):
        return
    raise Wrong("wrong-result", f"by_size() kept {int((kept != 0).sum())} elements of a "
                f"matrix with many of equal size; it must keep the {keep} largest",
                "where several are equal, keep only as many of them as there is room for")


def error(layer, x, y):
    w1, b1, w2 = layer
    return float((tanh(x @ w1.T + b1) @ w2.T - y).square().mean())


def own_table(learner, layer, data, fresh, percents, rate, steps):
    """What compare() should be, by the learner's other functions."""
    w1, b1, w2 = layer
    table = []
    for percent in percents:
        sizes = [max(1, t.numel() * percent // 100) for t in (w1, w2, b1)]
        row = []
        for pruned in ((learner.by_size(w1, sizes[0]), b1,
                        learner.by_size(w2, sizes[1])),
                       learner.by_unit(w1, b1, w2, sizes[2])):
            tuned = [t.detach() for t in
                     learner.finetune(*pruned, *data, rate, steps)]
            row.append([error(tuned, *fresh),
                        check_cost(learner.cost(tuned[0])) +
                        check_cost(learner.cost(tuned[2]))])
        table.append(row)
    return tensor(table, dtype=float64)


def prune_cases(learner, w1, b1, w2, x, y, fresh_x, fresh_y, n, hidden, d,
                outs, keep, units, steps):
    rate, percents = rate_of(n), percents_of(n)
    given = [t.double() for t in (w1, b1, w2, x, y, fresh_x, fresh_y)]
    w1, b1, w2, x, y, fresh_x, fresh_y = given
    kept = [t.clone() for t in given]

    pruned = learner.by_size(w1, keep)
    check(pruned, (hidden, d), "by_size()")
    pruned = pruned.detach().clone()
    small = check_layer(learner.by_unit(w1, b1, w2, units),
                        ((units, d), (units,), (outs, units)), "by_unit()")
    small = by_rows(small)
    # 1 and -1 are all of one size; multiples of 1/2 often are.
    ones = where(w1 < 0, -1.0, 1.0).double()
    if has_largest(pruned, w1, keep):
        check_ties(learner, ones, keep)
        check_ties(learner, (2 * w1).round() / 2, keep)
    check_layer(learner.by_unit(ones, b1, where(w2 < 0, -1.0, 1.0).double(), units),
                ((units, d), (units,), (outs, units)), "by_unit(), of equal units,")
    part = first(w1, keep)
    tuned = by_rows(check_layer(
        learner.finetune(part.clone(), b1, w2, x, y, rate, steps),
        ((hidden, d), (hidden,), (outs, hidden)), "finetune()"))
    costs = [check_cost(learner.cost(t))
             for t in (w1, part, first(w1, 1), first(w1, 0))]
    with counted():
        table = learner.compare(w1, b1, w2, x, y, fresh_x, fresh_y, percents,
                                rate, min(steps, FEW))
    check(table, (3, 2, 2), "compare()")
    own = own_table(learner, (w1, b1, w2), (x, y), (fresh_x, fresh_y), percents,
                    rate, min(steps, FEW))
    if not all(map(torch.equal, given, kept)):
        raise Wrong("wrong-result", "a tensor that was given has changed",
                    "work on clones, and return new tensors")
    table = table.detach().double()
    ratio = where(isclose(table, own, rtol=0, atol=1e-12), 1.0, table / own)
    return tuple(t.float() for t in (pruned, small, tuned,
                                     tensor(costs, dtype=float64), ratio))
