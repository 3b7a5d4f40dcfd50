# Builds the model from kata's numbers, has the learner train it, and returns
# what it returned, with the parameters.
import torch
from kata_tests import Wrong, counted
from torch.multiprocessing.reductions import StorageWeakRef

nn, is_tensor, no_grad = torch.nn, torch.is_tensor, torch.no_grad
plain_tanh, bytes_at = torch.tanh, torch.UntypedStorage._new_with_weak_ptr


class Tanh(nn.Tanh):
    """tanh, which knows the memory of what it has given, without holding it."""

    def __init__(self):
        super().__init__()
        self.given, self.most = [], 0

    def look(self):
        """Notes how many are held by somebody who has taken their bytes out."""
        self.given = [ref for ref in self.given if not ref.expired()]
        held = [bytes_at(ref.cdata) for ref in self.given]
        self.most = max(self.most, sum(s is not None and s.nbytes() == 0 for s in held))
        return self.most

    def forward(self, x):
        self.look()
        out = plain_tanh(x)
        self.given.append(StorageWeakRef(out.untyped_storage()))
        return out


def model_of(w1, b1, w2, b2):
    hidden, cols = w1.shape
    model = nn.Sequential(nn.Linear(cols, hidden), Tanh(),
                          nn.Linear(hidden, 1))
    with no_grad():
        for own, given in zip(model.parameters(), (w1, b1, w2, b2)):
            own.copy_(given)
    return model


def train_cases(learner, w1, b1, w2, b2, x, y, held_out, rate, steps, n, m,
                cols, hidden):
    model = model_of(w1, b1, w2, b2)
    with counted():
        result = learner.train(model, x, y, held_out, rate)
    held = model[1].look()
    if held:
        raise Wrong("wrong-result", f"{held} activations of earlier passes were still "
                    "held, with emptied storages", "the graphs that hold them grow "
                    "with each step; release the graphs, and their tensors go, too")
    if not isinstance(result, tuple) or len(result) != 2 or \
            not all(map(is_tensor, result)):
        raise Wrong("wrong-result", "train() must return two tensors, the averages "
                    f"and the largest values, but returned {type(result).__name__}",
                    "return averages, largest")
    for t, name in zip(result, ("averages", "largest values")):
        if t.shape != (steps,):
            raise Wrong("wrong-result", f"train() must return {steps} {name}, one "
                        f"for each step, but their shape is {tuple(t.shape)}",
                        "torch.stack() makes one tensor of a list of numbers")
        if t.requires_grad:
            raise Wrong("wrong-result", f"the {name} that train() returns have a "
                        "graph", "detach() them, or compute them under torch.no_grad()")
    if any(p.grad is not None for p in model.parameters()):
        raise Wrong("wrong-result", "a parameter still has a gradient after "
                    "train()", "p.grad = None, or model.zero_grad()")
    # A hook for each step is for the gates to tell.
    hooks = sum(len(m._forward_hooks) + len(m._forward_pre_hooks) +
                len(m._backward_hooks) for m in model.modules())
    if 0 < hooks < steps:
        raise Wrong("wrong-result", "a hook is still on the model after train()",
                    "register_forward_hook() returns a handle: handle.remove()")
    return (*result, *(p.detach() for p in model.parameters()))
