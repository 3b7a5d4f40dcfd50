# Differentiates the learner's function once and twice, and counts one forward
# and one backward pass.
import torch
from torch.overrides import TorchFunctionMode
from kata_tests import Wrong, counted

grad, is_tensor = torch.autograd.grad, torch.is_tensor
Node = torch.autograd.function.BackwardCFunction
Hooks = torch.autograd.graph.saved_tensors_hooks
engine = {grad, torch.autograd.backward, torch.Tensor.backward}


class Watch(TorchFunctionMode):
    """Notes whether autograd is asked for a gradient."""

    asked = False

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.asked |= function in engine
        return function(*args, **(kwargs or {}))


def without_hooks(swish, x, b):
    """Calls swish(). Who has saved tensors packed by a hook, as checkpoint() does to compute
    them again, needs no backward pass of his own."""
    enter, entered = Hooks.__enter__, []

    def noted(self):
        entered.append(self)
        return enter(self)

    Hooks.__enter__ = noted
    try:
        y = swish(x, b)
    finally:
        Hooks.__enter__ = enter
    if entered:
        raise Wrong("wrong-result", "swish() leaves what is saved to hooks on saved tensors, "
                    "as torch.utils.checkpoint does",
                    "write the derivative in backward(), and return Swish.apply(x, b)")
    return y


def checked(y, x):
    if not is_tensor(y):
        raise Wrong("wrong-result", "swish() must return a tensor, but returned "
                    f"{type(y).__name__}", "return Swish.apply(x, b)")
    if y.shape != x.shape:
        raise Wrong("wrong-result", "swish() must return a tensor of the shape of x, "
                    f"{tuple(x.shape)}, but its shape is {tuple(y.shape)}",
                    "forward() returns x * sigmoid(b * x)")
    if not y.requires_grad:
        raise Wrong("wrong-result", "the result of swish() has no graph",
                    "return Swish.apply(x, b), without detach() and no_grad()")
    return y


def shape_advice(grads, shapes, i):
    """What to do about gradient i, which has another shape than its input."""
    have = [tuple(g.shape) if is_tensor(g) else None for g in grads]
    if have == shapes[::-1]:
        return ("each gradient stands where its input stands in forward(): "
                "dx first, then db, if forward() has x first")
    if not have[i]:
        return "return a tensor of the shape of the input"
    if len(shapes[i]) != 1:
        return "dx has one value for each element of x: leave out its sum"
    if len(have[i]) == 2:
        return ("b was stretched over the rows, so db is the sum over the rows: "
                ".sum(dim=0), without keepdim")
    return ("b has one number for each column. The sum over the rows is "
            ".sum(dim=0); dim=1 adds up each row and leaves one number for it")


def check_backward(y, g):
    """What backward() returns, before autograd has a look at it."""
    node = y.grad_fn
    if not isinstance(node, Node):
        return
    with Watch() as watch:
        grads = node.apply(g)
    inputs = node.next_functions
    if watch.asked:
        raise Wrong("wrong-result", "backward() asks autograd for the gradient",
                    "write the derivative with PyTorch's operators: the two formulas of the "
                    "brief")
    grads = grads if isinstance(grads, tuple) else (grads,)
    if len(grads) != len(inputs):
        raise Wrong("wrong-result", f"backward() returned {len(grads)} "
                    f"gradient{'s'[:len(grads) != 1]}, and forward() has {len(inputs)} inputs",
                    "return one for each input, in the order of forward()")
    shapes = [tuple(function._input_metadata[which].shape) if function else ()
              for function, which in inputs]
    for i, (grad_of, (function, which)) in enumerate(zip(grads, inputs), 1):
        if function is None:
            continue
        shape = shapes[i - 1]
        if grad_of is None:
            raise Wrong("wrong-result", f"backward() returned None for input {i} of "
                        "forward(), which needs a gradient",
                        f"compute it where ctx.needs_input_grad[{i - 1}] is True")
        if not is_tensor(grad_of) or tuple(grad_of.shape) != shape:
            what = f"the shape {tuple(grad_of.shape)}" if is_tensor(grad_of) else \
                f"the type {type(grad_of).__name__}"
            raise Wrong("wrong-result", f"gradient {i} that backward() returned has {what}, "
                        f"and input {i} of forward() has the shape {shape}",
                        shape_advice(grads, shapes, i - 1))


def swish_cases(learner, x, b, g, u, v, n, cols):
    # Own leaves, and intermediate values in front of them.
    x, b, g = (t.clone().requires_grad_() for t in (x, b, g))
    y = checked(without_hooks(learner.swish, x * 1, b * 1), x)
    check_backward(y, g)
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
