# Calls what build() makes on batches of several sizes, and then gives difference()
# a function that is wrong by a known share.
import torch
import torch._dynamo
from kata_tests import Wrong, backend, counted

forget, zeros, is_tensor = torch._dynamo.reset, torch.zeros, torch.is_tensor
full, float32 = torch.full, torch.float32


def checked(y, x, who):
    if not is_tensor(y) or y.shape != x.shape or y.dtype != float32:
        shape = tuple(y.shape) if is_tensor(y) else type(y).__name__
        raise Wrong("wrong-result", f"{who} returned {shape}, not a tensor of "
                    f"float32 of shape {tuple(x.shape)}", "return y")
    return y


def call_all(step, batches, w, b):
    return [checked(step(x, w, b), x, "the compiled function") for x in batches]


def built(learner, engine):
    forget()
    step = learner.build(engine)
    if not callable(step):
        raise Wrong("wrong-result", "build() must return a function",
                    "return torch.compile(block, backend=backend)")
    return step


def compile_cases(learner, x, w, b, off, count, rows, cols):
    # Each batch has one row less than the one before it. They are tensors of their
    # own: views of one tensor bring guards on that one, and one more graph.
    batches = [x[i, :rows - i].clone() for i in range(count)]
    checked(learner.block(batches[0], w, b), batches[0], "block()")
    step = built(learner, backend)
    call_all(step, batches, w, b)
    with counted():
        results = call_all(step, batches, w, b)
    y = zeros(count, rows, cols)
    for i, one in enumerate(results):
        y[i, :rows - i] = one

    def wrong_by_share(*args):
        return step(*args) * (1 + off)

    told = learner.difference(wrong_by_share, batches, w, b)
    if not isinstance(told, float):
        raise Wrong("wrong-result", "difference() must return a float, and it "
                    f"returned a value of type {type(told).__name__}",
                    "return worst.item()")
    return y, full((1,), told)
