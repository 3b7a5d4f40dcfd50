# rejected by: case (divides the quantiles, not the times of a round)
# says: `compare` takes the median of each model first, and divides these. Divide the two times of each round, then take the median and the quartiles of these quotients.
import torch
from torch import nn


# The operator: one launch each way on a GPU. It is right, with its gradient.
@torch.library.custom_op("practice::rms_norm", mutates_args=())
def forward_of(x: torch.Tensor, weight: torch.Tensor | None,
               eps: float) -> tuple[torch.Tensor, torch.Tensor]:
    r = torch.rsqrt(x.square().mean(-1, keepdim=True) + eps)
    return x * r if weight is None else x * r * weight, r


@torch.library.custom_op("practice::rms_norm_backward", mutates_args=())
def backward_of(gy: torch.Tensor, x: torch.Tensor, weight: torch.Tensor | None,
                r: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    g = gy if weight is None else gy * weight
    dx = r * g - x * r ** 3 * (g * x).mean(-1, keepdim=True)
    return dx, (gy * x * r).flatten(0, -2).sum(0)


def save(ctx, inputs, output):
    ctx.save_for_backward(inputs[0], inputs[1], output[1])


def backward(ctx, gy, gr):
    x, weight, r = ctx.saved_tensors
    dx, dweight = backward_of(gy, x, weight, r)
    return dx, None if weight is None else dweight, None


forward_of.register_autograd(backward, setup_context=save)


def rms_norm(x, weight, eps):
    return forward_of(x, weight, eps)[0]


class Fused(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.weight = norm.weight
        self.eps = norm.eps
        self.training = norm.training

    def forward(self, x):
        return rms_norm(x, self.weight, self.eps)


def drop_in(model, kind):
    made = {}
    for module in list(model.modules()):
        for name, child in list(module._modules.items()):
            if isinstance(child, kind):
                if child not in made:
                    made[child] = Fused(child)
                module._modules[name] = made[child]
    return len(made)


def compare(old, new, step, batches, rounds, device):
    for b in batches:
        step(old, b)
        step(new, b)
    device.synchronize()

    def once(model, b):
        device.synchronize()
        start = device.now()
        step(model, b)
        device.synchronize()
        return device.now() - start

    olds, news = [], []
    for i in range(rounds):
        b = batches[i % len(batches)]
        olds.append(once(old, b))
        news.append(once(new, b))
    at = torch.tensor([0.5, 0.25, 0.75], dtype=torch.float64)
    olds = torch.quantile(torch.tensor(olds, dtype=torch.float64), at)
    news = torch.quantile(torch.tensor(news, dtype=torch.float64), at)
    return tuple((olds / news).tolist())


def expected(part, factor):
    return 1 / (1 - part + part / factor)
