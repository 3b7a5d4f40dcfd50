# rejected by: case (the weight comes after the limit)
# says: The gradients get the factor weight only after the limit has been applied, so they are far too small. The limit is for the gradient of the weighted loss: multiply the loss by weight before backward().
import torch
import torch.nn.functional as F


def train(model, x, y, weight, rate, limit):
    losses = []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    scaler = torch.amp.GradScaler("cpu")
    for xs, ys in zip(x, y):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = F.mse_loss(model(xs), ys)
        scaler.scale(loss).backward()
        # The limit is for the gradient itself, so its scale goes first.
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
        for p in model.parameters():
            p.grad *= weight
        # Leaves the step out if a gradient is not finite.
        scaler.step(optimizer)
        scaler.update()
        losses.append(weight * loss.detach())
    return torch.stack(losses)
