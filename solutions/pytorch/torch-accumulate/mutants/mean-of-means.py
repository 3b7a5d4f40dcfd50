# rejected by: case (each part counts alike, whatever its size)
# says: Each part has the weight 1 / number of parts. The last part can be smaller, and its samples then count too much: weight a part by its share of the n samples.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (1 / len(x.split(part)))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
