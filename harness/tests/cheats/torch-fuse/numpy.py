# rejected by: gate operators | gate speedup | gate peak_tensors | trap exception (the loop is NumPy's, which no profiler of PyTorch sees)
import numpy as np
import torch


def run(frames, shift, scale, w, out):
    totals = []
    f, a, b, v, y = (t.numpy() for t in (frames, shift, scale, w, out))
    for i in range(len(f)):
        x = (f[i].astype("f8") - a) * b
        y[i] = np.maximum(x.astype("f4") @ v, 0)
        totals.append(y[i].sum())
    return torch.tensor(totals)
