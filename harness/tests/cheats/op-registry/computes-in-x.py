# rejected by: case windows of one array (x holds squares and products for a while, and is put back)
import numpy as np
import torch


def kernel(x, weight, eps):
    """Stands for a kernel of yours: arrays in, new arrays out, row by row."""
    was = x.copy()
    x *= x
    r = 1 / np.sqrt(x.mean(1) + np.float32(eps))
    x[:] = was
    x *= r[:, None]
    y = np.empty(x.shape, np.float32)
    np.multiply(x, weight, out=y)
    x[:] = was
    return y, r.astype(np.float32)


@torch.library.custom_op("practice::rms_rows", mutates_args=())
def rms_rows(x: torch.Tensor, weight: torch.Tensor,
             eps: float) -> tuple[torch.Tensor, torch.Tensor]:
    y, r = kernel(x.detach().numpy(), weight.numpy(), eps)
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
