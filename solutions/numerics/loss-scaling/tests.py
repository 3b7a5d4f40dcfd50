# Gives a scaler one gradient after the other, each a small whole number times a
# power of two. Only half precision rounds it, and only near its lower end.
import torch
from kata_tests import Wrong, counted

zeros, tensor = torch.zeros, torch.tensor


def scaling_cases(learner, codes, exponents, bad, cols, steps, start, patience):
    scaler = learner.Scaler(2.0 ** start, patience)
    gone, moved, taken, scales = [], [], [], []
    for s in range(steps):
        unit = 2.0 ** int(exponents[s])
        g, scale = codes[s].float() * unit, float(scaler.scale)
        half = (g * scale).half()
        if int(bad[s]) == 1:
            half[cols // 2] = float("nan")
        w = zeros(cols)
        with counted():
            counts = [learner.lost(g, 1.0), learner.lost(g, scale)]
            went = scaler.step(w, half, 0.5)
        try:
            gone.append([float(c) for c in counts])
        except (TypeError, ValueError):
            raise Wrong("wrong-result", "lost() must return one number",
                        "look at what it returns")
        moved.append(w / unit)
        taken.append(float(bool(went)))
        scales.append(float(scaler.scale))
    return (tensor(gone), torch.stack(moved), tensor(taken), tensor(scales))
