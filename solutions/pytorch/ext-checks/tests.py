# Calls the function rightly, and wrongly in ways of seven sorts.
from dis import get_instructions
from re import search

import torch
from kata_tests import Wrong, by_kernels, launches

code_type = type(search.__code__)
zeros, empty, int32, float64 = torch.zeros, torch.empty, torch.int32, torch.float64


def asserts(code):
    """True if a function, or one that it holds, has a statement assert."""
    return any("AssertionError" in (one.argval, one.argrepr) or
               one.opname == "LOAD_ASSERTION_ERROR" or
               isinstance(one.argval, code_type) and asserts(one.argval)
               for one in get_instructions(code))


def look_for_asserts(learner):
    for value in list(vars(learner).values()):
        code = getattr(value, "__code__", None)
        if isinstance(code, code_type) and asserts(code):
            raise Wrong("wrong-result", f"{code.co_name}() checks with assert, "
                        "which python -O leaves out: all would be let through",
                        "if t.dim() != dims: raise ValueError(...)")


def refused(learner, x, bias, kinds, name, found):
    """True if the call is refused before a launch: an exception of one of the
    kinds, whose words have the argument's name and what it was."""
    before = launches()
    try:
        learner.add_rows(x, bias)
    except kinds as e:
        words = str(e)
        first = search(r"\b(x|bias)\b", words)
        return bool(first) and first[0] == name and \
            any(f in words for f in found) and launches() == before
    except Exception:
        return False
    return False


def check_cases(learner, x, bias, rows, cols):
    look_for_asserts(learner)
    before = launches()
    with by_kernels():
        y = learner.add_rows(x, bias)
    once = launches() - before == (rows * cols > 0)
    cols = max(cols, 2)
    x2, b2 = zeros(4, cols), zeros(cols)
    turned = zeros(cols, 4).t()
    apart, flat = zeros(2 * cols)[::2], zeros(1, cols)
    meta = [empty(t.shape, device="meta") for t in (x2, b2)]

    def no(x, bias, kind, name, *found):
        return refused(learner, x, bias, kind, name, found)

    held = (
        once,
        no(x2.double(), b2, TypeError, "x", "float64") and
        no(zeros(0, cols, dtype=float64), b2, TypeError, "x", "float64"),
        no(x2, b2.to(int32), TypeError, "bias", "int32"),
        no(x2.reshape(2, 2, cols), b2, ValueError, "x", f"2, 2, {cols}", "3") and
        no(x2[0], b2, ValueError, "x", f"{cols},", f"[{cols}]", "1") and
        no(x2, flat, ValueError, "bias", f"1, {cols}", "2") and
        no(x2, b2[0], ValueError, "bias", "()", "[]", "0"),
        no(x2, zeros(cols + 1), ValueError, "bias", f"{cols + 1}") and
        no(x2, zeros(cols - 1), ValueError, "bias", f"{cols - 1}"),
        no(x2, meta[1], ValueError, "bias", "meta") and
        no(*meta, ValueError, "x", "meta"),
        no(turned, b2, ValueError, "x", "contiguous", "stride") and
        no(x2, apart, ValueError, "bias", "contiguous", "stride"),
        no(x2, 0.5, TypeError, "bias", "float") and
        no([1.0, 2.0], b2, TypeError, "x", "list"),
    )
    facts = zeros(8, dtype=int32)
    for i, one in enumerate(held):
        facts[i] = int(one)
    return facts, y
