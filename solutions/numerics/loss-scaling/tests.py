# Gives a step one gradient after the other, each a small whole number times a
# power of two. Only half precision rounds it, and only near its lower end.
import math

import torch
from kata_tests import Wrong, counted

zeros, tensor, cat = torch.zeros, torch.tensor, torch.cat


def scaling_cases(learner, codes, exponents, bad, cols, steps, start, patience):
    state = {"scale": 2.0 ** start, "patience": patience, "good": 0}
    gone, moved, taken, scales = [], [], [], []
    for s in range(steps):
        unit = 2.0 ** int(exponents[s])
        g, scale = codes[s].float() * unit, float(state["scale"])
        half = (g * scale).half()
        if int(bad[s]) == 1:
            half[cols // 2] = float("nan")
        # Its last element belongs to a mask, and stays: infinity less 0.
        w = zeros(cols + 1)
        w[cols] = -math.inf
        half = cat([half, zeros(1).half()])
        with counted():
            counts = [learner.lost(g, 1.0), learner.lost(g, scale)]
            went = learner.step(state, w, half, 0.5)
        try:
            gone.append([float(c) for c in counts])
        except (TypeError, ValueError):
            raise Wrong("wrong-result", "lost() must return one number, but returned "
                        f"{type(counts[0]).__name__}: {str(counts[0])[:60]}",
                        "add the elements up: .sum().item()") from None
        if went is None:
            raise Wrong("wrong-result", "step() returned None",
                        "return True if the step was taken, False if it was left out")
        moved.append(w[:cols] / unit)
        taken.append(float(bool(went)))
        scales.append(float(state["scale"]))
    return (tensor(gone), torch.stack(moved), tensor(taken), tensor(scales))
