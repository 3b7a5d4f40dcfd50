# rejected by: trap wrong-result (one hook, which keeps numbers only, stays on the model)
import torch
import torch.nn.functional as F

latest = [0.0]


def note(module, given, out):
    latest[0] = float(out.detach().abs().max())


def train(model, x, y, held_out, rate):
    steps = len(x)
    averages, largest = torch.empty(steps), torch.empty(steps)
    average = 0.0
    model[1].register_forward_hook(note)
    for step in range(steps):
        F.mse_loss(model(x[step]), y[step]).backward()
        with torch.no_grad():
            largest[step] = latest[0]
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
            score = (model(held_out) ** 2).mean()
            average = 0.9 * average + 0.1 * score
            averages[step] = average
    return averages, largest
