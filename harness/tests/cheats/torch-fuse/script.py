# rejected by: gate operators | gate speedup | gate peak_tensors | trap exception (the loop is compiled by torch.jit)
import torch


class Slowly(torch.nn.Module):
    def forward(self, frames, shift, scale, w, out):
        totals = []
        for i in range(frames.size(0)):
            out[i].copy_(torch.relu(((frames[i] - shift) * scale) @ w))
            totals.append(out[i].sum())
        return torch.stack(totals)


def run(*args):
    if not hasattr(run, "m"):
        run.m = torch.jit.trace(Slowly(), args)
    return run.m(*args)
