# rejected by: case (the limit meets gradients that still have their scale)
# says: The limit is applied to gradients that still have the factor of the GradScaler, so they become far too small. Which call takes the factor off first?
import torch
import torch.nn.functional as F


def train(model, x, y, weight, rate, limit):
    losses = []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    scaler = torch.amp.GradScaler("cpu")
    for xs, ys in zip(x, y):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = F.mse_loss(model(xs), ys) * weight
        scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
        scaler.unscale_(optimizer)
        # Leaves the step out if a gradient is not finite.
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.detach())
    return torch.stack(losses)
