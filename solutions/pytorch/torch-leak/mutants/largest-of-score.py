# rejected by: case (the hook also sees the pass for the score)
# says: The largest value is that of the pass for the score: a hook on model[1] sees every pass. Note it before the score is computed.
import torch
import torch.nn.functional as F


def train(model, x, y, held_out, rate):
    seen = []
    handle = model[1].register_forward_hook(lambda m, g, o: seen.append(o.detach()))
    averages, largest = [], []
    average = 0.0
    for xs, ys in zip(x, y):
        F.mse_loss(model(xs), ys).backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
            score = (model(held_out) ** 2).mean()
            average = 0.9 * average + 0.1 * score
            averages.append(average)
            largest.append(seen[-1].abs().max())
            seen.clear()
    handle.remove()
    return torch.stack(averages), torch.stack(largest)
