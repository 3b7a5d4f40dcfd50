# rejected by: gate peak_tensors (all losses first)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    shares = []
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        shares.append(share)
    for share in shares:
        share.backward()
        total += share.detach()
    return total
