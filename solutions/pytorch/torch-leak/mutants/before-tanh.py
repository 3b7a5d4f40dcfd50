# rejected by: case (the largest value that went into tanh)
# says: The largest value is that of what goes into tanh. The brief wants what comes out of it, which is model[1].
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
            largest[step] = model[0](x[step]).abs().max()
            del inner
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
            # Without a graph there is nothing to hold.
            score = (model(held_out) ** 2).mean()
            average = 0.9 * average + 0.1 * score
            averages[step] = average
    return averages, largest
