import torch
import torch.nn.functional as F


# TODO: right, and slow. Each tensor is summed by itself, and no sum starts
# before the backward pass is over.
def train_step(dist, model, x, y, total, bucket_bytes):
    loss = F.mse_loss(model(x), y, reduction="sum") / total
    loss.backward()
    for p in model.parameters():
        if p.requires_grad:
            if p.grad is None:
                p.grad = torch.zeros_like(p)
            dist.all_reduce(p.grad)
    loss = loss.detach()
    dist.all_reduce(loss)
    return loss
