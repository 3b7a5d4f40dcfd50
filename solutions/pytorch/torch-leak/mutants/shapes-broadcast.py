# rejected by: case one step (a difference of shapes n and n x 1 is n x n)
# says: The outputs have the shape (n) and y[step] has (n, 1): their difference is a table of n x n. Give both the same shape.
import torch
import torch.nn.functional as F


def train(model, x, y, held_out, rate):
    steps = len(x)
    averages, largest = torch.empty(steps), torch.empty(steps)
    average = 0.0
    for step in range(steps):
        # No hook: the value between the layers is the value that tanh gives.
        inner = model[1](model[0](x[step]))
        ((model[2](inner).squeeze(1) - y[step]) ** 2).mean().backward()
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
