# rejected by: case (returns the share of the last part, not the sum over all parts)
# says: The returned loss is the share of the last part alone. Add up the shares of all parts.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total = share.detach()
    return total
