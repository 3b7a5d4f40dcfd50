# rejected by: case (the hook of register_hook runs before .grad is there)
# says: No parameter changes: all gradients that the step leaves are 0. Is .grad read before it is there? A hook of p.register_hook gets the gradient as its argument, and runs before p.grad is set; register_post_accumulate_grad_hook runs after it.
import torch
import torch.nn.functional as F


def train_step(dist, model, x, y, total, bucket_bytes):
    params = [p for p in reversed(list(model.parameters())) if p.requires_grad]
    buckets, now, size = [], [], 0
    for p in params:
        now.append(p)
        size += p.numel() * p.element_size()
        if size >= bucket_bytes:
            buckets.append(now)
            now, size = [], 0
    if now:
        buckets.append(now)
    where = {p: i for i, b in enumerate(buckets) for p in b}
    missing = [len(b) for b in buckets]
    works = [None] * len(buckets)
    flats = [None] * len(buckets)
    nxt = 0

    def send():
        nonlocal nxt
        while nxt < len(buckets) and missing[nxt] == 0:
            flats[nxt] = torch.cat([(p.grad if p.grad is not None else torch.zeros_like(p)).flatten()
                                    for p in buckets[nxt]])
            works[nxt] = dist.all_reduce(flats[nxt], async_op=True)
            nxt += 1

    def hook(p):
        missing[where[p]] -= 1
        send()

    handles = [p.register_hook(lambda g, p=p: hook(p)) for p in params]
    loss = F.mse_loss(model(x), y, reduction="sum") / total
    loss.backward()
    for h in handles:
        h.remove()
    for i in range(len(buckets)):
        missing[i] = 0
    send()
    for b, flat, work in zip(buckets, flats, works):
        work.wait()
        at = 0
        for p in b:
            p.grad = flat[at:at + p.numel()].view_as(p).clone()
            at += p.numel()
    loss = loss.detach().clone()
    dist.all_reduce(loss)
    return loss
