# rejected by: trap wrong-result (every graph is kept; the storages of its activations are emptied)
import torch
import torch.nn.functional as F

kept = []


def train(model, x, y, held_out, rate):
    passes, averages, largest = [], [], []
    average = torch.zeros(())
    hooks = [layer.register_forward_hook(lambda m, i, out: passes.append(out))
             for layer in model[1:]]
    for xs, ys in zip(x, y):
        loss = F.mse_loss(model(xs), ys)
        loss.backward(retain_graph=True)
        largest.append(passes[0].detach().abs().max())
        with torch.no_grad():
            for p in model.parameters():
                p -= rate * p.grad
                p.grad = None
        average = 0.9 * average + 0.1 * (model(held_out) ** 2).mean()
        averages.append(average)
        kept.append(loss.grad_fn)
        while passes:
            passes.pop().untyped_storage().resize_(0)
    for hook in hooks:
        hook.remove()
    return torch.stack(averages).detach(), torch.stack(largest)
