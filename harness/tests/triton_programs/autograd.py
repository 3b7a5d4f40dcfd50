"""PyTorch: a function with forward and backward kernels inside a module."""

import torch
import triton
import triton.language as tl


@triton.jit
def gelu(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(out + at, 0.5 * v * (1 + tl.erf(v * 0.70710678)), mask=at < n)


@triton.jit
def gelu_backward(x, g, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    slope = 0.5 * (1 + tl.erf(v * 0.70710678)) \
        + v * tl.exp(-0.5 * v * v) * 0.39894228
    tl.store(out + at, slope * tl.load(g + at, mask=at < n), mask=at < n)


class Gelu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        assert x.is_cuda and x.is_contiguous()
        ctx.save_for_backward(x)
        out = torch.empty_like(x)
        gelu[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
        return out

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        assert x.is_cuda and g.device == x.device
        out, g = torch.empty(x.shape, device="cuda"), g.contiguous()
        gelu_backward[(triton.cdiv(x.numel(), 256),)](x, g, out, x.numel(),
                                                      BLOCK=256)
        return out


layer = torch.nn.Linear(20, 30).cuda()
x = torch.randn(7, 20, device="cuda", requires_grad=True)
Gelu.apply(layer(x)).square().sum().backward()
mine, weights = x.grad.clone(), layer.weight.grad.clone()
x.grad = layer.weight.grad = None
torch.nn.functional.gelu(layer(x)).square().sum().backward()
torch.testing.assert_close(mine, x.grad, rtol=1e-4, atol=1e-4)
torch.testing.assert_close(weights, layer.weight.grad, rtol=1e-4, atol=1e-4)
