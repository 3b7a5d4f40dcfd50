# rejected by: case (the weighted losses are averaged once more)
# says: The returned loss is divided by the number of parts once more. The weighted losses of all parts add up to the mean already.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total / len(x.split(part))
