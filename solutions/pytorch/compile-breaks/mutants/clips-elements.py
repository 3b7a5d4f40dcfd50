# rejected by: case (cuts each element off at the limit)
# says: Each element is cut off at `limit`. Step 4 multiplies all of `h` by one factor, `limit / largest`, so that the elements keep their proportions.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h.clamp(-limit, limit)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
