# rejected by: case (the 41st result of a shape lies where the first one does)
import itertools

import numpy as np
import torch

rooms = {}


def kernel(x, weight, eps):
    """Stands for a kernel of yours: arrays in, new arrays out, row by row."""
    y, r = next(rooms.setdefault(x.shape, itertools.cycle(
        [(np.empty(x.shape, np.float32), np.empty(x.shape[0], np.float32)) for _ in range(40)])))
    r[:] = 1 / np.sqrt((x * x).mean(1) + np.float32(eps))
    np.multiply(x * r[:, None], weight, out=y)
    return y, r


@torch.library.custom_op("practice::rms_rows", mutates_args=())
def rms_rows(x: torch.Tensor, weight: torch.Tensor,
             eps: float) -> tuple[torch.Tensor, torch.Tensor]:
    y, r = kernel(x.numpy(), weight.numpy(), eps)
    return torch.from_numpy(y), torch.from_numpy(r)


@rms_rows.register_fake
def fake(x, weight, eps):
    # Row by row, as the kernel's: empty_like would keep the strides of x.
    return x.new_empty(x.shape), x.new_empty(x.shape[0])


def setup_context(ctx, inputs, output):
    x, weight, eps = inputs
    ctx.save_for_backward(x, weight, output[1])


def backward(ctx, gy, gr):
    x, weight, r = ctx.saved_tensors
    common = (gy * x * weight).sum(1) + gr
    inner = x * (r ** 3 * common / x.shape[1])[:, None]
    dx = r[:, None] * weight * gy - inner
    dweight = (gy * x * r[:, None]).sum(0)
    return dx, dweight, None


rms_rows.register_autograd(backward, setup_context=setup_context)


def layer(x, weight, eps):
    return rms_rows(x, weight, eps)[0]
