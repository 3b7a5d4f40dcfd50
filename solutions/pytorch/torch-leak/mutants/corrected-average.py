# rejected by: case one step (divides by what the weights add up to)
# says: The averages are corrected for having begun with 0. The brief wants them as they are.
import torch
import torch.nn.functional as F


def train(model, x, y, held_out, rate):
    steps = len(x)
    averages, largest = torch.empty(steps), torch.empty(steps)
    average = 0.0
    for step in range(steps):
        # No hook: the value between the layers is the value that tanh gives.
        inner = model[1](model[0](x[step]))
        F.mse_loss(model[2](inner), y[step]).backward()
        with torch.no_grad():
            largest[step] = inner.abs().max()
            del inner
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
            # Without a graph there is nothing to hold.
            score = (model(held_out) ** 2).mean()
            average = 0.9 * average + 0.1 * score
            averages[step] = average / (1 - 0.9 ** (step + 1))
    return averages, largest
