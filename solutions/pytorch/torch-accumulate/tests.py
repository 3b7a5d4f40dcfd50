# Builds the model from kata's numbers, has the learner fill the gradients, and
# returns them with the loss.
import torch
from kata_tests import Wrong, counted

nn, is_tensor, no_grad = torch.nn, torch.is_tensor, torch.no_grad
forward_of = nn.Sequential.forward
going_back = torch._C._current_graph_task_id  # -1: autograd is not


class Model(nn.Sequential):
    """Notes how many samples' gradients came back through it, and how many samples it
    computed while autograd was going back, as torch.utils.checkpoint has it do."""

    def forward(self, x):
        if going_back() >= 0:
            self.again.append(len(x))
        out, back = forward_of(self, x), self.back
        if out.requires_grad:
            out.register_hook(lambda g: back.append(len(g)))
        return out


def model_of(w1, b1, w2, b2):
    hidden, cols = w1.shape
    model = Model(nn.Linear(cols, hidden), nn.Tanh(), nn.Linear(hidden, 1))
    model.back, model.again = [], []
    with no_grad():
        for own, given in zip(model.parameters(), (w1, b1, w2, b2)):
            own.copy_(given)
    return model


def train_cases(learner, w1, b1, w2, b2, x, y, n, part, cols, hidden):
    model = model_of(w1, b1, w2, b2)
    with counted():
        loss = learner.accumulate(model, x, y, part)
    if not is_tensor(loss):
        raise Wrong("wrong-result", "accumulate() must return the loss as a tensor, "
                    f"but returned {type(loss).__name__}",
                    "add up the detached losses; .item() makes a number of Python")
    if loss.numel() != 1:
        raise Wrong("wrong-result", "accumulate() must return a tensor with one "
                    f"number, but its shape is {tuple(loss.shape)}",
                    "return one loss, that of the whole batch")
    if loss.requires_grad:
        raise Wrong("wrong-result", "the loss that accumulate() returns still has "
                    "its graph", "add up share.detach(), or return total.detach()")
    if model.again:
        raise Wrong("wrong-result", f"{sum(model.again)} samples went through the model a second "
                    "time inside backward(), as with torch.utils.checkpoint",
                    "call backward() for each part, right after its forward pass; then "
                    "nothing is computed twice")
    back = sum(model.back)
    if back != n:
        advice = "call model(xs) for each part, and backward() on what comes of it"
        if not back:
            advice = ("a part's backward() must reach the model: no detach(), and no "
                      "torch.no_grad() around model(xs). Is backward() called at all?")
        elif n // part and back == n // part * part:
            advice = (f"the last part is missing: {n} samples in parts of {part} leave "
                      f"{n % part}, and they count too")
        raise Wrong("wrong-result", f"the gradients of {back} "
                    f"samples came back through the model, and the batch has "
                    f"{n}", advice)
    grads = []
    for given, own in zip((w1, b1, w2, b2), model.parameters()):
        if own.grad is None:
            raise Wrong("wrong-result", "a parameter has no gradient after "
                        "accumulate()", "call backward() for each part, and leave "
                        ".grad as it is afterwards")
        if not own.equal(given):
            raise Wrong("wrong-result", "accumulate() has changed a parameter "
                        "of the model", "leave the step to the caller")
        grads.append(own.grad)
    return (loss.reshape(1), *grads)
