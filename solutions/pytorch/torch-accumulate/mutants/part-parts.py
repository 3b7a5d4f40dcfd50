# rejected by: gate peak_tensors (chunk makes as many parts as a part has samples)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.chunk(part), y.chunk(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
