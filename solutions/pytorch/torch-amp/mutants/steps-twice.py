# rejected by: case (takes each step twice: scaler.step() takes it already)
# says: optimizer.step() comes in addition to scaler.step(optimizer), which takes the step itself. So each parameter moves twice, also after a broken batch.
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
        # The limit is for the gradient itself, so its scale goes first.
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
        # Leaves the step out if a gradient is not finite.
        scaler.step(optimizer)
        optimizer.step()
        scaler.update()
        losses.append(loss.detach())
    return torch.stack(losses)
