"""Matmul: several problems in one launch, by tables of addresses."""

import torch
import triton
import triton.language as tl


@triton.jit
def grouped(a_ptrs, b_ptrs, c_ptrs, sizes, count, T: tl.constexpr):
    done = 0
    tile = tl.program_id(0)
    for g in range(count):
        M, N = tl.load(sizes + g * 3), tl.load(sizes + g * 3 + 1)
        K = tl.load(sizes + g * 3 + 2)
        a = tl.load(a_ptrs + g).to(tl.pointer_type(tl.float16))
        b = tl.load(b_ptrs + g).to(tl.pointer_type(tl.float16))
        c = tl.load(c_ptrs + g).to(tl.pointer_type(tl.float16))
        tiles = (M // T) * (N // T)
        while tile >= done and tile < done + tiles:
            m = (tile - done) // (N // T) * T + tl.arange(0, T)
            n = (tile - done) % (N // T) * T + tl.arange(0, T)
            acc = tl.zeros((T, T), dtype=tl.float32)
            for k0 in range(0, K, T):
                k = k0 + tl.arange(0, T)
                acc = tl.dot(tl.load(a + m[:, None] * K + k[None, :]),
                             tl.load(b + k[:, None] * N + n[None, :]), acc)
            tl.store(c + m[:, None] * N + n[None, :], acc.to(tl.float16))
            tile += tl.num_programs(0)
        done += tiles


sizes = [(64, 32, 32), (32, 64, 96), (32, 32, 64)]
a = [torch.randn(m, k, device="cuda").half() for m, n, k in sizes]
b = [torch.randn(k, n, device="cuda").half() for m, n, k in sizes]
c = [torch.empty(m, n, device="cuda").half() for m, n, k in sizes]
tables = [torch.tensor([t.data_ptr() for t in ts], device="cuda")
          for ts in (a, b, c)]
shape = torch.tensor(sizes, dtype=torch.int32, device="cuda")
grouped[(3,)](*tables, shape, len(sizes), T=32)
for x, y, z in zip(a, b, c):
    torch.testing.assert_close(z, x @ y, rtol=1e-2, atol=2e-2)
