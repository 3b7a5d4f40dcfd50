# rejected by: case (y without its column: every output is compared with every label)
# says: y has lost its column, so (m, 1) minus (m) becomes m times m differences: each output is compared with every label. Keep both of one shape.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys.squeeze(1)) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
