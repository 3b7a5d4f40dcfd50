# rejected by: trap wrong-result (the gradient of b keeps the axis of the rows)
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
            dx = g * (s + bx * slope)
        if ctx.needs_input_grad[1]:
            # b was stretched over the rows.
            db = (g * x * x * slope).sum(0, keepdim=True)
        return dx, db


def swish(x, b):
    return Swish.apply(x, b)
