# Calls the learner's operator directly and compiled, and has opcheck look at it.
import torch
import torch._dynamo
import torch._functorch.aot_autograd
import torch.testing._internal.optests
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.aot_autograd import make_boxed_func
from kata_tests import Wrong, backend

make, forget, opcheck = torch.compile, torch._dynamo.reset, torch.library.opcheck
grad, is_tensor, zeros = torch.autograd.grad, torch.is_tensor, torch.zeros
ops, int32, equal = torch.ops, torch.int32, torch.equal
flat_of, as_strided = torch.Tensor.reshape, torch.as_strided
SCHEMA = "practice::rms_rows(Tensor x, Tensor weight, float eps) -> " \
    "(Tensor, Tensor)"
KEPT = 300
TESTS = ("test_schema", "test_faketensor", "test_autograd_registration")


def operator_of():
    try:
        return ops.practice.rms_rows.default
    except AttributeError:
        raise Wrong("wrong-result", "there is no operator practice::rms_rows",
                    "@torch.library.custom_op(\"practice::rms_rows\", "
                    "mutates_args=())") from None


def boxed(module, inputs):
    return make_boxed_func(backend(module, inputs))


def compiled(learner, x, weight, eps, gy):
    """The value, the gradient, and if it was one graph with the operator, whether
    or not a backward pass could be made of it."""
    graphs = []

    def look(module, inputs):
        graphs.append([str(node.target) for node in module.graph.nodes])
        return aot_autograd(fw_compiler=boxed)(module, inputs)

    forget()
    try:
        y = make(learner.layer, backend=look, fullgraph=True)(x, weight, eps)
        dx, = grad(y, x, gy)
    except Exception:
        y = dx = None
    inside = len(graphs) == 1 and any("practice" in name for name in graphs[0])
    return y, dx, inside


def check_layer(y, x):
    if not is_tensor(y):
        raise Wrong("wrong-result", "layer() must return a tensor, but returned "
                    f"{type(y).__name__}", "the first of the operator's two results")
    if y.shape != x.shape:
        raise Wrong("wrong-result", "layer() must return a tensor of the shape of x, "
                    f"{tuple(x.shape)}, but its shape is {tuple(y.shape)}",
                    "the first of the operator's two results is y")


def stay(op, x, weight, eps):
    """Results are the caller's: later calls leave them as they are."""
    held = []
    for i in range(KEPT):
        both = op(x * (1 + i / KEPT), weight, eps)
        held.append((both, [t.clone() for t in both]))
    return all(equal(t, was) for both, copies in held
               for t, was in zip(both, copies))


def op_cases(learner, x, weight, gy, gr, eps, turned, n, cols):
    op = operator_of()
    if turned == 1:
        x = x.t().contiguous().t()
    elif turned == 2:
        # Windows of one array, each a number further on; the weights are the first.
        line = flat_of(x, -1)
        x, weight = as_strided(line, (n, cols), (1, 1)), line[:cols]
    x, weight = x.requires_grad_(), weight.requires_grad_()
    told = opcheck(op, (x, weight, eps), test_utils=TESTS,
                   raise_exception=False)
    held = [told[name] == "SUCCESS" for name in TESTS]
    both = op(x, weight, eps)
    if not isinstance(both, tuple) or len(both) != 2:
        raise Wrong("wrong-result", "the operator must return two tensors",
                    "-> tuple[torch.Tensor, torch.Tensor]")
    y, r = both
    dx = dweight = None
    # Without a gradient of the operator's own, the fact says it.
    try:
        if y.requires_grad and r.requires_grad:
            dx, dweight = grad((y, r), (x, weight), (gy, gr),
                               retain_graph=True)
    except RuntimeError as e:
        if "no autograd formula" not in str(e) and "not to have been used" not in str(e):
            advice = ("backward(ctx, gy, gr) returns the gradients of x and weight, "
                      "each with the shape of its input, and None for eps")
            if "must match the size" in str(e):
                advice = ("r, gr and s have one value for each row: s is a sum over the "
                          "columns, .sum(1), and r[:, None] goes along its row")
            raise Wrong("wrong-result", f"backward of the operator failed: {e}",
                        advice) from None
    check_layer(learner.layer(x, weight, eps), x)
    # Every operator of custom_op has a gradient for opcheck; this may raise.
    held[2] = held[2] and dx is not None
    again, dx_again, inside = compiled(learner, x, weight, eps, gy)
    if dx is not None:
        inside = inside and again is not None
    if again is None and dx is not None:
        # The fact says it; wrong values beside it would only hide that.
        again, (dx_again,) = y, grad(y, x, gy)
    held.append(stay(op, x.detach(), weight.detach(), eps))
    facts = zeros(6, dtype=int32)
    for i, held_one in enumerate((str(op._schema) == SCHEMA, inside, *held)):
        facts[i] = int(held_one)
    none = zeros(x.shape)
    return (facts, y, r, none if dx is None else dx,
            zeros(weight.shape) if dweight is None else dweight,
            none if again is None else again,
            none if dx_again is None else dx_again)
