# rejected by: case (half parameters, and float32 again at the end)
# says: model.half() rounds the parameters themselves to half precision, and float32 at the end does not bring the lost bits back. Leave them float32 all the time.
import torch
import torch.nn.functional as F


def train(model, x, y, weight, rate, limit):
    losses = []
    model.half()
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    for xs, ys in zip(x, y):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = F.mse_loss(model(xs.half()), ys) * weight
        scaler.scale(loss).backward()
        # The limit is for the gradient itself, so its scale goes first.
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
        # Leaves the step out if a gradient is not finite.
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.detach())
    model.float()
    return torch.stack(losses)
