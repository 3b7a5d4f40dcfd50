# rejected by: case (the factor after ReLU: a negative one turns the sign)
# says: `product` multiplies by `scale` last, after the bias and the ReLU. The bias has no factor, and the ReLU comes last: a negative factor changes which elements it sets to 0.
import torch


def product(x, scale, w, bias):
    # A factor for each row can wait until after the product, where there is a loop
    # over the results anyway.
    return torch.relu(x @ w + bias) * scale[:, None]


def standard(x):
    # Mean and variance in one pass: the second does not wait for the first.
    var, mean = torch.var_mean(x, correction=0)
    return (x - mean) / torch.sqrt(var + 1e-5)


def pack(x, scale, keep):
    q = torch.round(x / scale[:, None]).clamp(-127, 127).to(torch.int8)
    # Zero bytes are zero words: nothing is left to do after the view.
    return torch.where(keep[:, None], q, 0).view(torch.int32)
