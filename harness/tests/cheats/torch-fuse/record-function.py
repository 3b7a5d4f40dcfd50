# rejected by: gate operators (the loop hides below an event with the name of an operator)
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


def run(frames, shift, scale, w, out):
    with torch.profiler.record_function("mine::run"):
        return slowly(frames, shift, scale, w, out)
