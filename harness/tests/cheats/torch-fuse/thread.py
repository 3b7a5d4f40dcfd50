# rejected by: trap exception (the loop runs in a thread of its own)
import threading

import torch


def slowly(frames, shift, scale, w, out):
    results, totals = [], []
    for frame in frames:
        x = (frame.double() - shift.double()) * scale.double()
        y = torch.relu(x.float().contiguous() @ w)
        results.append(y)
        totals.append(y.sum())
    out.copy_(torch.stack(results))
    return torch.stack(totals)


def run(*args):
    got = []
    t = threading.Thread(target=lambda: got.append(slowly(*args)))
    t.start()
    t.join()
    return got[0]
