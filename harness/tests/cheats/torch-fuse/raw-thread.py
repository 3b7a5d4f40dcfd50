# rejected by: gate operators | gate speedup | gate peak_tensors | trap exception (the loop runs in a thread that threading does not know)
import _thread

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
    got, lock = [], _thread.allocate_lock()
    lock.acquire()

    def body():
        got.append(slowly(*args))
        lock.release()
    _thread.start_new_thread(body, ())
    lock.acquire()
    return got[0]
