# rejected by: case (the gradient of the broken batch stays)
# says: The step of the broken batch is left out, but its gradient stays in .grad, and every later gradient is added to it. Call zero_grad() in each step, also after one that is left out.
import torch
import torch.nn.functional as F


def train(model, x, y, weight, rate, limit):
    losses = []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    scaler = torch.amp.GradScaler("cpu")
    for xs, ys in zip(x, y):
        with torch.autocast("cpu", dtype=torch.float16):
            loss = F.mse_loss(model(xs), ys) * weight
        scaler.scale(loss).backward()
        # The limit is for the gradient itself, so its scale goes first.
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
        if torch.isfinite(loss):
            scaler.step(optimizer)
            optimizer.zero_grad()
        scaler.update()
        losses.append(loss.detach())
    return torch.stack(losses)
