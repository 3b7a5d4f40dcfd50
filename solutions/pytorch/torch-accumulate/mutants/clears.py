# rejected by: case (clears the gradients before each part)
# says: Gradients are cleared before each part, so only those of the last part are left. backward() adds to .grad: let it.
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        model.zero_grad()
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
