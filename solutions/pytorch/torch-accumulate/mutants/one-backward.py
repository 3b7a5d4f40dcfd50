# rejected by: gate peak_tensors (adds up the losses and goes back once)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        total = total + share
    total.backward()
    return total.detach()
