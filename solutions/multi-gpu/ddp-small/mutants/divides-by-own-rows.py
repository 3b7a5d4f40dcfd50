# rejected by: case (divides by the rows of the rank)
# says: Each rank divides by the rows of its own part, and these shares add up to too much. All divide by `total`.
import torch
import torch.nn.functional as F


def buckets_of(model, bucket_bytes):
    out, now, size = [], [], 0
    for p in reversed(list(model.parameters())):
        if not p.requires_grad:
            continue
        now.append(p)
        size += p.numel() * p.element_size()
        if size >= bucket_bytes:
            out.append(now)
            now, size = [], 0
    if now:
        out.append(now)
    return out


def train_step(dist, model, x, y, total, bucket_bytes):
    buckets = buckets_of(model, bucket_bytes)
    where = {p: i for i, b in enumerate(buckets) for p in b}
    missing = [len(b) for b in buckets]
    sent, started = [], 0

    def send(b):
        flat = torch.cat([(torch.zeros_like(p) if p.grad is None else p.grad).reshape(-1) for p in b])
        sent.append((b, flat, dist.all_reduce(flat, async_op=True)))

    def ready(p):
        nonlocal started
        missing[where[p]] -= 1
        while started < len(buckets) and missing[started] == 0:
            send(buckets[started])
            started += 1

    handles = [p.register_post_accumulate_grad_hook(ready) for p in where]
    loss = F.mse_loss(model(x), y, reduction="sum") / len(x)
    loss.backward()
    for h in handles:
        h.remove()
    while started < len(buckets):
        send(buckets[started])
        started += 1
    for b, flat, work in sent:
        work.wait()
        at = 0
        for p in b:
            p.grad = flat[at:at + p.numel()].view_as(p).clone()
            at += p.numel()
    loss = loss.detach()
    dist.all_reduce(loss)
    return loss
