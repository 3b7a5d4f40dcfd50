# rejected by: case (the fact work: the share is filled up with zeros to the whole layer)
import torch
import torch.nn.functional as F


class Copy(torch.autograd.Function):
    """x goes to every rank; its gradient is the sum of theirs."""

    @staticmethod
    def forward(ctx, dist, x):
        ctx.dist = dist
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone(memory_format=torch.contiguous_format)
        ctx.dist.all_reduce(grad)
        return None, grad


class Sum(torch.autograd.Function):
    """The sum over ranks; its gradient goes to every rank."""

    @staticmethod
    def forward(ctx, dist, y):
        y = y.clone()
        dist.all_reduce(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return None, grad


def split(rank, ranks, w1, b1, w2, b2):
    own = [w1.tensor_split(ranks, dim=1), b1.tensor_split(ranks),
           w2.tensor_split(ranks)]
    # A clone: a view would keep the memory of all parts.
    return *(parts[rank].clone() for parts in own), b2


def mlp(dist, x, w1, b1, w2, b2):
    more = w1.shape[1] * (dist.get_world_size() - 1)
    w1, b1 = F.pad(w1, (0, more)), F.pad(b1, (0, more))
    w2 = F.pad(w2, (0, 0, 0, more))
    hidden = F.gelu(Copy.apply(dist, x) @ w1 + b1)
    return Sum.apply(dist, hidden @ w2) + b2
