# rejected by: case (divides by n but does not multiply by the size of the part)
# says: Each part's mean is divided by n. A mean is the sum of the part divided by its size already, so the sizes of the parts are missing in the weights.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) / len(x)
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
