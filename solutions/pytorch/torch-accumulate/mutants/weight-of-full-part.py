# rejected by: case (the last part counts as a full one)
# says: Each part is weighted by part / n, but the last part is often smaller, and so is a batch that is smaller than part. How many samples has this part really?
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (part / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
