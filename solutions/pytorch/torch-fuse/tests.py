# Two calls with one buffer, as in a loop over batches: the second frames are the
# first in reverse order.
import torch
from kata_tests import Wrong, counted

is_tensor, stack, full, float32 = torch.is_tensor, torch.stack, torch.full, torch.float32


def fuse_cases(learner, frames, shift, scale, w, n, rows, cols, outs):
    out = full((n, rows, outs), float("nan"))
    results, totals = [], []
    for batch in (frames, frames.flip(0).contiguous()):
        with counted():
            total = learner.run(batch, shift, scale, w, out)
        if not is_tensor(total) or total.shape != (n,) or total.dtype != float32:
            raise Wrong("wrong-result", "run() must return a tensor of float32 "
                        f"with {n} totals, one for each frame",
                        "return out.sum((1, 2))")
        if out.shape != (n, rows, outs):
            raise Wrong("wrong-result", "run() has changed the shape of out",
                        "write into out as it is; views have other shapes")
        results.append(out.clone())
        totals.append(total)
    return stack(results), stack(totals)
