# rejected by: case (saves copies of x and b, which have no history)
# says: The second derivatives see neither x nor b. A tensor that forward() makes, such as x.clone() or b.detach(), has no history, so in backward() it is a constant. Save x and b themselves.
import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, b):
        # Copies, in case somebody changes them in place.
        ctx.save_for_backward(x.clone(), b.clone())
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
            db = (g * x * x * slope).sum(0)
        return dx, db


def swish(x, b):
    return Swish.apply(x, b)
