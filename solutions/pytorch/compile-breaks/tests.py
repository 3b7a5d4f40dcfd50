# Compiles the learner's step with a backend that counts, and calls it twice on
# every input: once to compile it, once to see what a compiled call does.
import torch
import torch._dynamo
from kata_tests import Wrong, backend, counted

make, forget, stack = torch.compile, torch._dynamo.reset, torch.stack
is_tensor = torch.is_tensor
OpOverload, OpOverloadPacket = torch._ops.OpOverload, torch._ops.OpOverloadPacket


def is_own(target):
    """Of the learner's, and not of PyTorch's: the graph does not see what it does."""
    if isinstance(target, (OpOverload, OpOverloadPacket)):
        name = str(target.name() if isinstance(target, OpOverload)
                   else target._qualified_op_name)
        return name.split("::")[0] not in ("aten", "prim", "prims")
    module = getattr(target, "__module__", None) or ""
    return not (module in ("", "_operator", "operator", "builtins", "math") or
                module.split(".")[0] == "torch")


def check_operators(own):
    if own:
        raise Wrong("wrong-result", f"the graph calls {own[0]}, an operator of your "
                    "own: what it does inside is in no graph",
                    "write step() with PyTorch's operators; where a line needs a "
                    "number, torch.where and clamp do not")


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
    own = []

    def looks(graph, inputs):
        own.extend(node.name for node in graph.graph.nodes
                   if node.op == "call_function" and is_own(node.target))
        return backend(graph, inputs)

    step = make(learner.step, backend=looks)
    inputs = list(zip(x, limits))
    # Plain mistakes first, in plain words.
    call_all(learner.step, inputs[:1], w)
    call_all(step, inputs, w)
    check_operators(own)
    with counted():
        y, largest = call_all(step, inputs, w)
    return stack(y), stack(largest)
