# rejected by: gate peak_tensors (a list in the function has the activations of all steps, without graphs)
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
            largest.append(seen[-1].abs().max())
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
            score = (model(held_out) ** 2).mean()
            average = 0.9 * average + 0.1 * score
            averages.append(average)
    handle.remove()
    return torch.stack(averages), torch.stack(largest)
