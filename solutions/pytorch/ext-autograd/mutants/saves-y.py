# rejected by: case x of 0 (takes y / x for the sigmoid, which is no number where x is 0)
import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, b):
        # Inputs exist anyway: saving them costs nothing.
        y = x * torch.sigmoid(b * x)
        ctx.save_for_backward(x, b, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, b, y = ctx.saved_tensors
        dx = db = None
        bx = b * x
        s = y / x
        slope = s * (1 - s)
        if ctx.needs_input_grad[0]:
            dx = g * (s + bx * slope)
        if ctx.needs_input_grad[1]:
            # b was stretched over the rows.
            db = (g * x * x * slope).sum(0)
        return dx, db


def swish(x, b):
    return Swish.apply(x, b)
