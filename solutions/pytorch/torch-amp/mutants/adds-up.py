# rejected by: case (gradients of earlier steps stay)
# says: Gradients of earlier steps are still in .grad, because backward() adds to it. Clear them at the beginning of each step.
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
        # Leaves the step out if a gradient is not finite.
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.detach())
    return torch.stack(losses)
