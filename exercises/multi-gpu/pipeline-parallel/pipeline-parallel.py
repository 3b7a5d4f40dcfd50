import torch
import torch.nn.functional as F


# TODO: right, and slow. A micro-batch enters when the one before has come back.
def train_step(dist, stage, rows, cols, x, y):
    ranks, me = dist.get_world_size(), dist.get_rank()
    loss = 0.0
    for k in range(len(rows)):
        if me == 0:
            h = x[k]
        else:
            h = torch.empty(rows[k], cols)
            dist.recv(h, me - 1)
            h.requires_grad_()
        out = stage(h)
        if me == ranks - 1:
            part = F.mse_loss(out, y[k], reduction="sum") / sum(rows)
            loss += part.detach()
            part.backward()
        else:
            dist.send(out.detach(), me + 1)
            grad = torch.empty_like(out)
            dist.recv(grad, me + 1)
            out.backward(grad)
        if me > 0:
            dist.send(h.grad, me - 1)
    return loss if me == ranks - 1 else None
