# rejected by: case (the sums start after the backward pass, and hide in a second one that nobody needs)
import torch
import torch.nn.functional as F


def train_step(dist, model, x, y, total, bucket_bytes):
    loss = F.mse_loss(model(x), y, reduction="sum") / total
    params = [p for p in reversed(list(model.parameters())) if p.requires_grad]
    grads = torch.autograd.grad(loss, params, retain_graph=True, allow_unused=True)
    buckets, size = [[]], 0
    for p, g in zip(params, grads):
        if size >= bucket_bytes:
            buckets.append([])
            size = 0
        buckets[-1].append((p, torch.zeros_like(p) if g is None else g))
        size += p.nbytes
    flats = [torch.cat([g.reshape(-1) for _, g in b]) for b in buckets]
    works = [dist.all_reduce(flat, async_op=True) for flat in flats]
    loss.backward()
    for bucket, flat, work in zip(buckets, flats, works):
        work.wait()
        for (p, _), part in zip(bucket, flat.split([p.numel() for p, _ in bucket])):
            p.grad = part.view_as(p).clone()
    loss = loss.detach()
    dist.all_reduce(loss)
    return loss
