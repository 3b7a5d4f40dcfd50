# rejected by: case (1 / (n // part) as the weight of each part)
# says: Each part has the weight 1 / (n // part), which is rounded down, and 1 / 0 where the batch is smaller than part. Weight a part by its own size, divided by n.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (1 / torch.tensor(len(x) // part))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
