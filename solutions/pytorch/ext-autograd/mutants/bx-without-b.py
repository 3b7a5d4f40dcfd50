# rejected by: case (x * slope without b in the gradient of x)
# says: The gradient of x has the term x * s * (1 - s) without its factor b.
import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, b):
        # Inputs exist anyway: saving them costs nothing.
        ctx.save_for_backward(x, b)
        return x * torch.sigmoid(b * x)

    @staticmethod
    def backward(ctx, g):
        x, b = ctx.saved_tensors
        dx = db = None
        bx = b * x
        s = torch.sigmoid(bx)
        slope = s * (1 - s)
        if ctx.needs_input_grad[0]:
            dx = g * (s + x * slope)
        if ctx.needs_input_grad[1]:
            # b was stretched over the rows.
            db = (g * x * x * slope).sum(0)
        return dx, db


def swish(x, b):
    return Swish.apply(x, b)
