# Compiles the learner's step with a backend that counts, and calls it twice on
# every input: once to compile it, once to see what a compiled call does.
import torch
import torch._dynamo
from kata_tests import Wrong, backend, counted

make, forget, stack = torch.compile, torch._dynamo.reset, torch.stack
is_tensor = torch.is_tensor


def call_all(step, calls, w):
    ys, tops = [], []
    for one, limit in calls:
        result = step(one, w, limit)
        if not isinstance(result, tuple) or len(result) != 2 or \
                not all(is_tensor(part) for part in result):
            raise Wrong("wrong-result", "step() must return two tensors, y and "
                        "largest", "return y, largest")
        y, top = result
        if y.shape != (len(one), w.shape[1]) or top.shape != ():
            raise Wrong("wrong-result", "step() returned tensors of shapes "
                        f"{tuple(y.shape)} and {tuple(top.shape)}, not "
                        f"{(len(one), w.shape[1])} and ()",
                        "return y, largest")
        ys.append(y)
        tops.append(top)
    return ys, tops


def run_steps(learner, x, w, limits, calls, rows, cols, outs):
    forget()
    step = make(learner.step, backend=backend)
    inputs = list(zip(x, limits))
    # Plain mistakes first, in plain words.
    call_all(learner.step, inputs[:1], w)
    call_all(step, inputs, w)
    with counted():
        y, largest = call_all(step, inputs, w)
    return stack(y), stack(largest)
