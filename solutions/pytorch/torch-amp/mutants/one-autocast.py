# rejected by: case (one autocast around all steps keeps the first half-precision weights)
# says: autocast keeps its converted copies of the parameters until its `with` block ends. One block around all steps therefore computes each step with the first weights: open autocast anew in each step, around the model and the loss only.
import torch
import torch.nn.functional as F


def train(model, x, y, weight, rate, limit):
    losses = []
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    scaler = torch.amp.GradScaler("cpu")
    # One context for all steps.
    with torch.autocast("cpu", dtype=torch.float16):
        for xs, ys in zip(x, y):
            optimizer.zero_grad()
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
