# rejected by: trap wrong-result | gate peak_tensors | gate kept_tensors (one hook, and all that it has seen)
import torch
import torch.nn.functional as F


def note(store):
    def hook(module, given, out):
        store.append(out)
    return hook


def train(model, x, y, held_out, rate):
    steps = len(x)
    averages, largest = torch.empty(steps), torch.empty(steps)
    average = 0.0
    seen = []
    model[1].register_forward_hook(note(seen))
    for step in range(steps):
        # No hook: the value between the layers is the value that tanh gives.
        F.mse_loss(model(x[step]), y[step]).backward()
        inner = seen[-1]
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
