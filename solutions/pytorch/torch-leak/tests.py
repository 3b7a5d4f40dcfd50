# Builds the model from kata's numbers, has the learner train it, and returns
# what it returned, with the parameters.
import torch
from kata_tests import Wrong, counted

nn, is_tensor, no_grad = torch.nn, torch.is_tensor, torch.no_grad


def model_of(w1, b1, w2, b2):
    hidden, cols = w1.shape
    model = nn.Sequential(nn.Linear(cols, hidden), nn.Tanh(),
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
    if not isinstance(result, tuple) or len(result) != 2 or \
            not all(is_tensor(t) and not t.requires_grad for t in result):
        raise Wrong("wrong-result", "train() must return two tensors that need "
                    "no gradient: the averages and the largest values",
                    "return averages, largest")
    if any(p.grad is not None for p in model.parameters()):
        raise Wrong("wrong-result", "a parameter still has a gradient after "
                    "train()", "p.grad = None, or model.zero_grad()")
    return (*result, *(p.detach() for p in model.parameters()))
