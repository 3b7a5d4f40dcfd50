# Calls the learner's operator directly and compiled, and looks at its parts.
import torch
import torch._dynamo
import torch.testing._internal.optests
from kata_tests import Wrong, backend, by_kernels, launches

make, forget, opcheck = torch.compile, torch._dynamo.reset, torch.library.opcheck
zeros, ops, int32 = torch.zeros, torch.ops, torch.int32
SCHEMA = "practice::scale_shift(Tensor x, float a, float b) -> Tensor"
TESTS = ("test_schema", "test_faketensor")


def operator_of():
    try:
        return ops.practice.scale_shift.default
    except AttributeError:
        raise Wrong("wrong-result", "there is no operator practice::scale_shift",
                    "@torch.library.custom_op(\"practice::scale_shift\", "
                    "mutates_args=())") from None


def compiled(learner, x, a, b):
    forget()
    try:
        return make(learner.layer, backend=backend, fullgraph=True)(x, a, b)
    except Exception:
        return None


def hello_cases(learner, x, a, b, n):
    op = operator_of()
    if n > 0: x = x.reshape(1, n)  # the first axis alone does not count them all
    # One direct call, for which exactly one kernel is launched: none for none.
    before = launches()
    with by_kernels():
        y = op(x, a, b)
    once = launches() - before
    if y.shape != x.shape:
        raise Wrong("wrong-result",
                    f"x has the shape {tuple(x.shape)}, and the result {tuple(y.shape)}",
                    "the result has the shape of x")
    told = opcheck(op, (x, a, b), test_utils=TESTS, raise_exception=False)
    again = compiled(learner, x, a, b)
    held = (str(op._schema) == SCHEMA, once == (n > 0),
            all(told[name] == "SUCCESS" for name in TESTS), again is not None)
    facts = zeros(4, dtype=int32)
    for i, one in enumerate(held):
        facts[i] = int(one)
    again = y if again is None else again
    return facts, y.reshape(n), again.reshape(n)
