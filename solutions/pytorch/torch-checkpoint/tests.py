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
        self.masks = masks
        with no_grad():
            self.linear.weight.copy_(w)
            self.linear.bias.copy_(b)

    def forward(self, x):
        which = randint(0, len(self.masks), (1,))
        return x + tanh(self.linear(x)) * self.masks[which]


def train_cases(learner, w, b, masks, x, seeds, seed, depth, kinds, n, width):
    blocks = [Block(w[i], b[i], masks) for i in range(depth)]
    seed_all(seed)
    with counted():
        y = learner.run(list(blocks), x)
        if not is_tensor(y) or y.shape != x.shape or not y.requires_grad:
            raise Wrong("wrong-result", "run() must return a tensor of the "
                        "shape of x, with a graph", "return x")
        y.backward(seeds)
        result = y.detach()
        del y
    for i, block in enumerate(blocks):
        if block.linear.weight.grad is None:
            raise Wrong("wrong-result", f"the parameters of block {i} have no "
                        "gradient after backward()",
                        "is the graph cut somewhere?")
    return (result, stack([block.linear.weight.grad for block in blocks]),
            stack([block.linear.bias.grad for block in blocks]))
