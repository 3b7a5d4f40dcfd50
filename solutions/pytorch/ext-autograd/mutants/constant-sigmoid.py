# rejected by: case (the sigmoid is a constant in the second derivative)
# says: The sigmoid in backward has no history: forward computed it, or no_grad() did. For the second derivative it is a constant. Compute it in backward, from the saved x and b.
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
        with torch.no_grad():
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
