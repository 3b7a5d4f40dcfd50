# rejected by: trap wrong-result | gate kept_tensors (a hook that keeps the last value, and is never removed)
import torch
import torch.nn.functional as F


last = {}


def note(module, given, out):
    last["out"] = out


def train(model, x, y, held_out, rate):
    steps = len(x)
    averages, largest = torch.empty(steps), torch.empty(steps)
    average = 0.0
    model[1].register_forward_hook(note)
    for step in range(steps):
        # No hook: the value between the layers is the value that tanh gives.
        F.mse_loss(model(x[step]), y[step]).backward()
        inner = last["out"]
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
