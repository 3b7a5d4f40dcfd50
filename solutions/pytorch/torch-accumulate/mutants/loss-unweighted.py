# rejected by: case (the gradients are weighted, the returned loss is not)
# says: The gradients are right. The loss that is returned adds up the means of the parts without their weights.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        mean = F.mse_loss(model(xs), ys)
        share = mean * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += mean.detach()
    return total
