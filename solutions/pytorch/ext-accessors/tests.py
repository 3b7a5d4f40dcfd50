# Shows the same numbers to the operator in other layouts and types.
import torch
import torch.testing._internal.optests
from kata_tests import Wrong, by_kernels, counted, launches

opcheck, zeros, is_tensor = torch.library.opcheck, torch.zeros, torch.is_tensor
empty_strided = torch.empty_strided
TYPE = type
ops, int32, float64 = torch.ops, torch.int32, torch.float64
TYPES = (torch.float32, torch.float64, torch.int32)
TESTS = ("test_schema", "test_faketensor")


def spread(x):
    """The same elements, every second of a larger tensor, from its third on."""
    wide = x.new_full((*x.shape[:-1], 2 * x.shape[-1] + 3), 77)
    part = wide[..., 3::2]
    part.copy_(x)
    return part


def shown(x, view):
    if view == 1:
        return x.t().contiguous().t()
    if view == 2:
        return spread(x)
    if view == 3:
        return x[:1].clone().expand(x.shape)
    return x


def strides_agree(op, y, *inputs):
    """Not every version of PyTorch looks at strides in test_faketensor."""
    fake = op(*(empty_strided(t.shape, t.stride(), dtype=t.dtype, device="meta")
                for t in inputs))
    return all(f == r for n, f, r in zip(y.shape, fake.stride(), y.stride())
               if n > 1) or y.numel() == 0


def accessor_cases(learner, x, m, view, type, rows, cols):
    try:
        op = ops.practice.center.default
    except AttributeError:
        raise Wrong("wrong-result", "there is no operator practice::center",
                    "@torch.library.custom_op(\"practice::center\", "
                    "mutates_args=())") from None
    if type == 2:
        x, m = 100 * x, 100 * m
    x, m = shown(x.to(TYPES[type]), view), m.to(TYPES[type])
    m = spread(m) if view == 2 else m
    with counted():
        op(x, m)
    before = launches()
    with by_kernels():
        y = op(x, m)
    once = launches() - before == (rows * cols > 0)
    if not is_tensor(y):
        raise Wrong("wrong-result", "the operator must return a tensor, but returned "
                    f"{TYPE(y).__name__}", "y = x.new_empty(x.shape); return y")
    if y.shape != x.shape:
        raise Wrong("wrong-result", "the operator must return a tensor of the shape "
                    f"of x, {tuple(x.shape)}, but its shape is {tuple(y.shape)}",
                    "y = x.new_empty(x.shape)")
    told = opcheck(op, (x, m), test_utils=TESTS, raise_exception=False)
    if told["test_faketensor"] == "SUCCESS" and not strides_agree(op, y, x, m):
        told["test_faketensor"] = "strides"
    facts = zeros(3, dtype=int32)
    for i, one in enumerate((once, y.dtype == x.dtype,
                             all(told[name] == "SUCCESS" for name in TESTS))):
        facts[i] = int(one)
    return facts, y.to(float64)
