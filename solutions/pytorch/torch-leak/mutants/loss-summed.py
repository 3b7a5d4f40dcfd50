# rejected by: case one step (the sum of the squares, not their mean)
# says: The gradient is that of a sum: n times too large. mse_loss is the mean over the samples.
import torch
import torch.nn.functional as F


def train(model, x, y, held_out, rate):
    steps = len(x)
    averages, largest = torch.empty(steps), torch.empty(steps)
    average = 0.0
    for step in range(steps):
        # No hook: the value between the layers is the value that tanh gives.
        inner = model[1](model[0](x[step]))
        ((model[2](inner) - y[step]) ** 2).sum().backward()
        with torch.no_grad():
            largest[step] = inner.abs().max()
            del inner
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
            # Without a graph there is nothing to hold.
            score = (model(held_out) ** 2).mean()
            average = 0.9 * average + 0.1 * score
            averages[step] = average
    return averages, largest
