# Builds the blocks from kata's numbers, has the learner run them, and goes back.
import torch
import torch.utils.checkpoint
from kata_tests import Wrong, counted

nn, is_tensor, no_grad = torch.nn, torch.is_tensor, torch.no_grad
tanh, randint, seed_all, stack = torch.tanh, torch.randint, \
    torch.manual_seed, torch.stack


class Block(nn.Module):
    """x + mask * tanh(linear(x)); the mask is one of the given, at random."""

    def __init__(self, w, b, masks):
        super().__init__()
        self.linear = nn.Linear(*w.shape)
        self.masks, self.runs = masks, 0
        with no_grad():
            self.linear.weight.copy_(w)
            self.linear.bias.copy_(b)

    def forward(self, x):
        self.runs += 1
        which = randint(0, len(self.masks), (1,))
        return x + tanh(self.linear(x)) * self.masks[which]


def check_result(y, x):
    if not is_tensor(y):
        raise Wrong("wrong-result", "run() must return a tensor, but returned "
                    f"{type(y).__name__}", "return x")
    if y.shape != x.shape:
        raise Wrong("wrong-result", "run() must return a tensor of the shape of x, "
                    f"{tuple(x.shape)}, but its shape is {tuple(y.shape)}",
                    "return what the last block gave")
    if not y.requires_grad:
        raise Wrong("wrong-result", "the result of run() has no graph, so backward() "
                    "cannot reach any block", "detach() and no_grad() cut the graph; "
                    "use_reentrant=True does if the input needs no gradient, and x "
                    "needs none")


def train_cases(learner, w, b, masks, x, seeds, seed, depth, kinds, n, width):
    blocks = [Block(w[i], b[i], masks) for i in range(depth)]
    seed_all(seed)
    with counted():
        y = learner.run(list(blocks), x)
        check_result(y, x)
        y.backward(seeds)
        result = y.detach()
        del y
    for i, block in enumerate(blocks):
        if block.runs == 0:
            raise Wrong("wrong-result", f"block {i} of {depth} was never run",
                        "do the segments reach the end of the list, the last one "
                        "shorter if need be?")
        if block.linear.weight.grad is None:
            raise Wrong("wrong-result", f"block {i} of {depth} was run, but its "
                        "parameters have no gradient after backward()",
                        "detach() and no_grad() cut the graph; use_reentrant=True "
                        "does if the input needs no gradient, and x needs none; so "
                        "does a result that is not passed on")
    return (result, stack([block.linear.weight.grad for block in blocks]),
            stack([block.linear.bias.grad for block in blocks]))
