# rejected by: gate global_stores (each tile of logits is stored and loaded again, in a room that the L2 cache holds)
import torch
import triton
import triton.language as tl


@triton.jit
def partial_kernel(h, w, room, most, sums, n, d, vocab, CHUNK: tl.constexpr,
                   BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    first = tl.program_id(1) * CHUNK
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    # Each chunk has one word at least, so m is finite after the first tile.
    for start in range(first, min(first + CHUNK, vocab), BN):
        words = start + tl.arange(0, BN)
        logits = tl.zeros((BM, BN), dtype=tl.float32)
        for k in range(0, d, BK):
            ks = k + tl.arange(0, BK)
            th = tl.load(h + rows[:, None] * d + ks[None, :],
                         mask=(rows[:, None] < n) & (ks[None, :] < d), other=0.0)
            tw = tl.load(w + words[None, :] * d + ks[:, None],
                         mask=(words[None, :] < vocab) & (ks[:, None] < d), other=0.0)
            logits = tl.dot(th, tw, logits)
        mine = (tl.program_id(1) * tl.num_programs(0) + tl.program_id(0)) * BM * BN
        tile = room + mine + tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :]
        tl.store(tile, logits)
        tl.debug_barrier()
        logits = tl.load(tile, volatile=True)
        tl.debug_barrier()
        logits = tl.where(words[None, :] < vocab, logits, -float("inf"))
        new = tl.maximum(m, tl.max(logits, axis=1))
        l = l * tl.exp(m - new) + tl.sum(tl.exp(logits - new[:, None]), axis=1)
        m = new
    tl.store(most + tl.program_id(1) * n + rows, m, mask=rows < n)
    tl.store(sums + tl.program_id(1) * n + rows, l, mask=rows < n)


@triton.jit
def combine_kernel(h, w, target, most, sums, loss, lse, n, d, chunks,
                   BC: tl.constexpr, BD: tl.constexpr):
    row = tl.program_id(0)
    parts = tl.arange(0, BC)
    m = tl.load(most + parts * n + row, mask=parts < chunks, other=-float("inf"))
    l = tl.load(sums + parts * n + row, mask=parts < chunks, other=0.0)
    largest = tl.max(m, axis=0)
    total = largest + tl.log(tl.sum(l * tl.exp(m - largest), axis=0))
    # The logit of the target: one dot product, of all that the loss needs.
    word = tl.load(target + row)
    ks = tl.arange(0, BD)
    mask = (ks < d) & (word >= 0)
    th = tl.load(h + row * d + ks, mask=mask, other=0.0).to(tl.float32)
    tw = tl.load(w + word * d + ks, mask=mask, other=0.0).to(tl.float32)
    right = tl.sum(th * tw, axis=0)
    tl.store(lse + row, total)
    tl.store(loss + row, tl.where(word >= 0, total - right, 0.0))


def cut_cross_entropy(h, w, target, loss, lse, n, d, vocab):
    if n == 0:
        return
    BM, BN, BK, CHUNK = 64, 32, 32, 1024
    chunks = triton.cdiv(vocab, CHUNK)
    most = torch.empty((chunks, n), dtype=torch.float32, device=h.device)
    sums = torch.empty((chunks, n), dtype=torch.float32, device=h.device)
    tiles = triton.cdiv(n, BM)
    room = torch.empty((tiles * chunks, BM, BN), dtype=torch.float32, device=h.device)
    partial_kernel[(tiles, chunks)](
        h, w, room, most, sums, n, d, vocab, CHUNK=CHUNK, BM=BM, BN=BN, BK=BK)
    combine_kernel[(n,)](h, w, target, most, sums, loss, lse, n, d, chunks,
                         BC=triton.next_power_of_2(chunks),
                         BD=triton.next_power_of_2(d))
