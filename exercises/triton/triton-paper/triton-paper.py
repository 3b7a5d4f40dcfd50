import torch
import triton
import triton.language as tl


@triton.jit
def logits_kernel(h, w, logits, n, d, vocab, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    words = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, d, BK):
        ks = k + tl.arange(0, BK)
        th = tl.load(h + rows[:, None] * d + ks[None, :],
                     mask=(rows[:, None] < n) & (ks[None, :] < d), other=0.0)
        tw = tl.load(w + words[None, :] * d + ks[:, None],
                     mask=(words[None, :] < vocab) & (ks[:, None] < d), other=0.0)
        acc = tl.dot(th, tw, acc)
    # TODO: all of these go to memory, and loss and lse are never written.
    tl.store(logits + rows[:, None] * vocab + words[None, :], acc,
             mask=(rows[:, None] < n) & (words[None, :] < vocab))


def cut_cross_entropy(h, w, target, loss, lse, n, d, vocab):
    if n == 0:
        return
    BM, BN, BK = 64, 64, 32
    logits = torch.empty((n, vocab), dtype=torch.float32, device=h.device)
    logits_kernel[(triton.cdiv(n, BM), triton.cdiv(vocab, BN))](
        h, w, logits, n, d, vocab, BM=BM, BN=BN, BK=BK)
