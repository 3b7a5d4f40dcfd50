# rejected by: case (the bytes of a word are a quarter of the row apart)
# says: The four bytes of a word in `pack` are a quarter of the row apart. They are neighbours: word j has columns 4 j to 4 j + 3.
import torch


def product(x, scale, w, bias):
    return torch.relu((x @ w) * scale[:, None] + bias)


def standard(x):
    var, mean = torch.var_mean(x, correction=0)
    return (x - mean) / torch.sqrt(var + 1e-5)


def pack(x, scale, keep):
    rows, cols = x.shape
    q = torch.round(x / scale[:, None]).clamp(-127, 127).to(torch.int32)
    q = q.view(rows, 4, cols // 4).transpose(1, 2)
    words = ((q[..., 0] & 255) | ((q[..., 1] & 255) << 8)
             | ((q[..., 2] & 255) << 16) | (q[..., 3] << 24))
    return torch.where(keep[:, None], words, 0)
