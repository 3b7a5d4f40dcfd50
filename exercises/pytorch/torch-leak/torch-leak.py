# A colleague's loop. What it returns is right.
#
# TODO: it holds three things that it should let go. Find them.
import torch
import torch.nn.functional as F

seen = []


def note(module, given, out):
    seen.append(out)


def train(model, x, y, held_out, rate):
    losses, averages, largest = [], [], []
    average = torch.zeros(())
    for xs, ys in zip(x, y):
        model[1].register_forward_hook(note)
        loss = F.mse_loss(model(xs), ys)
        loss.backward(retain_graph=True)
        losses.append(loss)
        largest.append(seen[-1].abs().max())
        with torch.no_grad():
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
        score = (model(held_out) ** 2).mean()
        average = 0.9 * average + 0.1 * score
        averages.append(average)
    return torch.stack(averages).detach(), torch.stack(largest).detach()
