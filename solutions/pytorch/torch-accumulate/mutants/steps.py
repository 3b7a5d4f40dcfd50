# rejected by: trap wrong-result (takes a step after each part)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = torch.zeros(())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= 0.01 * p.grad
        total += share.detach()
    return total
