# Calls the function rightly, and wrongly in seven ways.
from re import search

import torch
from kata_tests import launches

zeros, empty, int32, float64 = torch.zeros, torch.empty, torch.int32, torch.float64


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
    before = launches()
    y = learner.add_rows(x, bias)
    once = launches() - before == (rows * cols > 0)
    cols = max(cols, 2)
    x2, b2 = zeros(4, cols), zeros(cols)
    turned = zeros(cols, 4).t()
    held = (
        once,
        refused(learner, x2.double(), b2, TypeError, "x", ("float64",)),
        refused(learner, x2, b2.to(int32), TypeError, "bias", ("int32",)),
        refused(learner, x2.reshape(2, 2, cols), b2, ValueError, "x",
                (f"2, 2, {cols}", "3")),
        refused(learner, x2, zeros(cols + 1), ValueError, "bias",
                (f"{cols + 1}",)),
        refused(learner, x2, empty(cols, device="meta"), ValueError, "bias",
                ("meta",)),
        refused(learner, turned, b2, ValueError, "x", ("contiguous", "stride")),
        refused(learner, x2, 0.5, TypeError, "bias", ("float",)),
    )
    facts = zeros(8, dtype=int32)
    for i, one in enumerate(held):
        facts[i] = int(one)
    return facts, y
