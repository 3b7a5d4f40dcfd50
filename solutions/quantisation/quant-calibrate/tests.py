# Makes activations of kata's whole numbers, asks for one round trip, the scales
# of the three methods, and a comparison on fresh data.
#
# All numbers are odd multiples of 1/64. Then no quotient by a calibrated scale
# lies half way between two whole numbers, and rounds the same everywhere.
import torch
from kata_tests import Wrong, counted

is_tensor, stack = torch.is_tensor, torch.stack


def check(t, shape, name):
    if not is_tensor(t):
        raise Wrong("wrong-result", f"{name} must return a tensor, but returned "
                    f"{type(t).__name__}", f"its shape must be {tuple(shape)}")
    if tuple(t.shape) != tuple(shape):
        raise Wrong("wrong-result", f"{name} must return a tensor of shape "
                    f"{tuple(shape)}, but its shape is {tuple(t.shape)}",
                    "round_trip() has the shape of x, calibrate() one scale for "
                    "each column, compare() three numbers")


def layer_error(w, x, scale, most):
    fake = torch.round(x / scale).clamp(-most, most) * scale
    return ((fake - x) @ w.T).square().mean()


def ratio_of(table, own):
    """1 where compare() agrees with the scales of calibrate(). An error that is
    0 but for rounding, or NaN, has no ratio."""
    same = torch.isclose(table, own, rtol=0, atol=1e-9, equal_nan=True)
    return torch.where(same, 1.0, table / own)


def calibration_cases(learner, codes, far, live, fresh, exponents, w, total,
                      batch, n, cols, out, bits):
    most = 2 ** (bits - 1) - 1
    x = (2 * codes + 1).double() / 64
    x = x * (1 + 8 * (far == 0)) * (live != 0)
    batches = list(x.split(batch))
    new = (2 * fresh + 1).double() / 64
    weights = w.double()

    before, kept = new.clone(), [b.clone() for b in batches]
    fake = learner.round_trip(new, 2.0 ** exponents.double(), most)
    check(fake, (n, cols), "round_trip()")
    scales = []
    for method in "max", "percentile", "error":
        scales.append(learner.calibrate(list(batches), most, method))
        check(scales[-1], (cols,), f'calibrate(..., "{method}")')
    with counted():
        table = learner.compare(weights, list(batches), new, most)
    check(table, (3,), "compare()")
    if not new.equal(before):
        raise Wrong("wrong-result", "x has changed: round_trip() or compare() "
                    "wrote to the tensor that it was given", "return new tensors")
    if not all(map(torch.equal, batches, kept)):
        raise Wrong("wrong-result", "a batch has changed: calibrate() or compare() "
                    "wrote to the tensors that it was given", "return new tensors")
    own = stack([layer_error(weights, new, s.double(), most) for s in scales])
    ratio = ratio_of(table.double(), own)
    return tuple(t.detach().float() for t in (fake, *scales, ratio))
