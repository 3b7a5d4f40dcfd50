# rejected by: trap wrong-result (runs the model under no_grad())
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        with torch.no_grad():
            out = model(xs)
        # The part's share of a mean over all samples.
        share = F.mse_loss(out.requires_grad_(), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.detach()
    return total
