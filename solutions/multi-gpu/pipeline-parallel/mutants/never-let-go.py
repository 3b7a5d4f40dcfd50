# rejected by: case (all micro-batches stay in a list after their backward passes)
import torch
import torch.nn.functional as F


def train_step(dist, stage, rows, cols, x, y):
    ranks, me = dist.get_world_size(), dist.get_rank()
    last = me == ranks - 1
    total, m = sum(rows), len(rows)
    kept, sent = [], []
    loss = 0.0
    done = 0

    def forward(k):
        if me == 0:
            h = x[k]
        else:
            h = torch.empty(rows[k], cols)
            dist.recv(h, me - 1)
            h.requires_grad_()
        out = stage(h)
        if last:
            out = F.mse_loss(out, y[k], reduction="sum") / total
        else:
            sent.append(dist.isend(out.detach(), me + 1))
        kept.append((h, out))

    def backward():
        nonlocal loss, done
        h, out = kept[done]
        if last:
            loss = loss + out.detach()
            out.backward()
        else:
            grad = torch.empty_like(out)
            dist.recv(grad, me + 1)
            out.backward(grad)
        done += 1
        if me > 0:
            sent.append(dist.isend(h.grad, me - 1))

    first = min(ranks - 1 - me, m)
    for k in range(first):
        forward(k)
    for k in range(first, m):
        forward(k)
        backward()
    for k in range(first):
        backward()
    for s in sent:
        s.wait()
    return loss if last else None
