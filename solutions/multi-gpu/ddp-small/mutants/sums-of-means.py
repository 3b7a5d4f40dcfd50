# rejected by: case (adds up the means of the ranks)
# says: Each rank takes the mean of its own part. A rank's share of the loss is the sum of its squared errors over `total`, the number of rows on all ranks.
import torch
import torch.nn.functional as F


def make_buckets(params, bucket_bytes):
    """From the last parameter to the first, as gradients arrive."""
    buckets, size = [[]], 0
    for p in reversed(params):
        if size >= bucket_bytes:
            buckets.append([])
            size = 0
        buckets[-1].append(p)
        size += p.nbytes
    return buckets


def train_step(dist, model, x, y, total, bucket_bytes):
    params = [p for p in model.parameters() if p.requires_grad]
    buckets = make_buckets(params, bucket_bytes)
    home = {p: k for k, bucket in enumerate(buckets) for p in bucket}
    missing = [len(bucket) for bucket in buckets]
    under_way = []

    def arrived(p):
        missing[home[p]] -= 1
        # In the order of the buckets, which is the same on every rank. The
        # order in which they fill is not.
        while len(under_way) < len(buckets) and not missing[len(under_way)]:
            bucket = buckets[len(under_way)]
            flat = torch.cat([p.grad.reshape(-1) for p in bucket])
            under_way.append((flat, dist.all_reduce(flat, async_op=True)))

    hooks = [p.register_post_accumulate_grad_hook(arrived) for p in params]
    # This rank's share of one mean: the sum over ranks needs no weights.
    loss = F.mse_loss(model(x), y, reduction="mean") if len(x) else model(x).sum()
    loss.backward()
    for hook in hooks:
        hook.remove()

    # The others wait for the part of a rank that did not use a parameter.
    for p in params:
        if p.grad is None:
            p.grad = torch.zeros_like(p)
            arrived(p)

    for bucket, (flat, work) in zip(buckets, under_way):
        work.wait()
        parts = flat.split([p.numel() for p in bucket])
        for p, part in zip(bucket, parts):
            p.grad.copy_(part.view_as(p))

    loss = loss.detach()
    dist.all_reduce(loss)
    return loss
