# rejected by: case many scales (multiplies by the reciprocal of the scale, which is not the quotient)
import torch


def product(x, scale, w, bias):
    return torch.relu((x @ w) * scale[:, None] + bias)


def standard(x):
    var, mean = torch.var_mean(x, correction=0)
    return (x - mean) * torch.rsqrt(var + 1e-5)


def pack(x, scale, keep):
    factor = 1 / scale
    q = torch.round(x * factor[:, None]).clamp(-127, 127)
    q = torch.where(keep[:, None], q, 0.0).to(torch.int8)
    return q.view(torch.int32)
