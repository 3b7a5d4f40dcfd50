# rejected by: case (small gradients become 0)
# says: The small gradients become 0 in float16, so the model hardly learns. Multiply the loss by GradScaler's scale before backward(); is the scaler made for "cpu"?
import torch
import torch.nn.functional as F


def train(model, x, y, weight, rate, limit):
    losses = []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    for xs, ys in zip(x, y):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.float16):
            loss = F.mse_loss(model(xs), ys) * weight
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses)
