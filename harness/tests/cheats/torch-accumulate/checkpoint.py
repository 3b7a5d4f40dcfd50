# rejected by: trap wrong-result (one backward() over all parts, which computes each of them again)
# One batch, one loss, one backward(): nothing is accumulated. The library forgets the
# activations of each piece and computes them a second time.
import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def accumulate(model, x, y, part):
    outs = [checkpoint(model, p, use_reentrant=False, preserve_rng_state=False) for p in x.split(part)]
    loss = F.mse_loss(torch.cat(outs), y)
    loss.backward()
    return loss.detach()
