# rejected by: case (the loss is weighted, the gradients are not)
# says: The returned loss is right, but backward() runs on the mean of each part without its weight, so the gradients are too large. Weight the part before backward().
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys)
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach() * (len(xs) / len(x))
    return total
