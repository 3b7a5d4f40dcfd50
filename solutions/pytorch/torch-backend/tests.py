# Eleven functions: each is compiled, its graph rewritten by the learner, run, and
# looked at.
import operator

import torch
import torch._dynamo
import torch.nn.functional as F
from kata_tests import Wrong, backend

make, forget, stack = torch.compile, torch._dynamo.reset, torch.stack
relu, add, sigmoid, clamp = torch.relu, torch.add, torch.sigmoid, torch.clamp
functional_relu, plus = F.relu, operator.add
tensor, int32 = torch.tensor, torch.int32
ran = []


@torch.library.custom_op("kata::add_relu", mutates_args=())
def add_relu(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    ran.append(1)
    return clamp(a + b, min=0)


@add_relu.register_fake
def fake(a, b):
    return a + b


def two(x, w, b):
    return relu(relu(x @ w + b) @ w + x)


def none(x, w, b):
    return sigmoid(x @ w + b)


def shared(x, w, b):
    total = x @ w + b
    return relu(total) * total


def alpha(x, w, b):
    return relu(add(x @ w, b, alpha=2))


def method(x, w, b):
    return (x @ w + b).relu()


def functional(x, w, b):
    return functional_relu(x @ w + b, inplace=False)


def torch_add(x, w, b):
    return relu(add(x @ w, b))


def number(x, w, b):
    return relu(x @ w + 1.0) * relu(0.5 + x @ w)


def before(x, w, b):
    return relu(x @ w) + b


def between(x, w, b):
    total = x @ w + b
    other = sigmoid(x)
    return relu(total) * other


def unrelated(x, w, b):
    h = x @ w
    total = h + b
    return h.relu() * total


def is_left(node):
    """An addition, a ReLU, or a node that nobody uses."""
    unused = not node.users and node.op not in ("placeholder", "output")
    return unused or node.target in (relu, functional_relu, plus, add, "relu")


def run(learner, function, x, w, b):
    """The value, fused calls, nodes left, what was told."""
    seen = []

    def look(module, inputs):
        told = learner.rewrite(module, torch.ops.kata.add_relu.default)
        if type(told) is not int:
            raise Wrong("wrong-result", "rewrite() must return the number of "
                        "rewrites, an int", "return count")
        module.graph.lint()
        module.recompile()
        left = sum(map(is_left, module.graph.nodes))
        seen.append((left, told))
        return backend(module, inputs)

    forget()
    compiled = make(function, backend=look, fullgraph=True)
    try:
        ran.clear()
        y = compiled(x, w, b)
    except torch._dynamo.exc.BackendCompilerFailed as e:
        raise e.inner_exception from None
    return (y, len(ran), *seen[0])


def run_models(learner, x, w, b, n, cols):
    models = (two, none, shared, alpha, method, functional, torch_add, number,
              before, between, unrelated)
    found = [run(learner, model, x, w, b) for model in models]
    values, *numbers = zip(*found)
    return (stack(values), *(tensor(row, dtype=int32) for row in numbers))
