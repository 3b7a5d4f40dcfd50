# Three functions that are right, and that TorchInductor cuts into more pieces than it
# has to.
#
# TODO: the same results with fewer launches.
import torch


def product(x, scale, w, bias):
    return torch.relu((x * scale[:, None]) @ w + bias)


def standard(x):
    centred = x - x.mean()
    return centred / torch.sqrt((centred * centred).mean() + 1e-5)


def pack(x, scale, keep):
    q = torch.round(x / scale[:, None]).clamp(-127, 127).to(torch.int8)
    words = q.view(torch.int32)
    return torch.where(keep[:, None], words, 0)
