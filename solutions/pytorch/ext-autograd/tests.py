# Differentiates the learner's function once and twice, and counts one forward
# and one backward pass.
import torch
from kata_tests import Wrong, counted

grad, is_tensor = torch.autograd.grad, torch.is_tensor


def checked(y, x):
    if not is_tensor(y) or y.shape != x.shape or not y.requires_grad:
        raise Wrong("wrong-result", "swish() must return a tensor of the shape "
                    "of x, with a graph", "return Swish.apply(x, b)")
    return y


def swish_cases(learner, x, b, g, u, v, n, cols):
    # Own leaves, and intermediate values in front of them.
    x, b, g = (t.clone().requires_grad_() for t in (x, b, g))
    y = checked(learner.swish(x * 1, b * 1), x)
    dx, db = grad(y, (x, b), g, create_graph=True)
    if not dx.requires_grad or not db.requires_grad:
        raise Wrong("wrong-result", "the gradient of swish() has no gradient "
                    "of its own", "use PyTorch's operators on saved tensors in "
                    "backward(), without no_grad() and once_differentiable")
    second = grad((dx * u).sum() + (db * v).sum(), (x, b, g),
                  materialize_grads=True)

    values, weights = x.detach().requires_grad_(), b.detach()
    with counted():
        kept = learner.swish(values, weights)
        another = learner.swish(values, weights)
        grad(another, values, g.detach())
        del another
    return (y, dx, db, *second)
