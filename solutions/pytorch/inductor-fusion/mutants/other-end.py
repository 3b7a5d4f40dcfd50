# rejected by: case (the first byte is the highest)
# says: `pack` puts the first of four bytes into the highest bits of the word. The first byte belongs in the lowest bits.
import torch


def product(x, scale, w, bias):
    # A factor for each row can wait until after the product, where there is a loop
    # over the results anyway.
    return torch.relu((x @ w) * scale[:, None] + bias)


def standard(x):
    # Mean and variance in one pass: the second does not wait for the first.
    var, mean = torch.var_mean(x, correction=0)
    return (x - mean) / torch.sqrt(var + 1e-5)


def pack(x, scale, keep):
    q = torch.round(x / scale[:, None]).clamp(-127, 127).to(torch.int32) & 255
    # Bytes become words by arithmetic, which stays in registers.
    q = q.view(len(x), -1, 4)
    words = q[..., 3] | q[..., 2] << 8 | q[..., 1] << 16 | q[..., 0] << 24
    return torch.where(keep[:, None], words, 0)
