# rejected by: case rows (cuts off at -128)
# says: `pack` cuts off at -128. Both ends are the same distance from 0: -127 and 127.
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
    q = torch.round(x / scale[:, None]).clamp(-128, 127).to(torch.int8)
    # Zero bytes are zero words: nothing is left to do after the view.
    return torch.where(keep[:, None], q, 0).view(torch.int32)
