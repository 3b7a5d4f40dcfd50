# rejected by: case no whole numbers (the product is one of bfloat16 numbers)
import torch


def step(x, w, limit):
    h = x.to(torch.bfloat16).float() @ w.to(torch.bfloat16).float()
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
