"""Random numbers: philox as its definition says, uniform and normal."""

import torch
import triton
import triton.language as tl


@triton.jit
def draw(ints, uniform, normal, seed, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    a, b, c, d = tl.randint4x(seed, at)
    tl.store(ints + at, a)
    tl.store(ints + BLOCK + at, b)
    tl.store(uniform + at, tl.rand(seed, at))
    tl.store(normal + at, tl.randn(seed, at))


def philox(seed, counter):
    mask = 0xffffffff
    c, k = [counter, 0, 0, 0], [seed & mask, seed >> 32]
    for _ in range(10):
        x, y = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(y >> 32) ^ c[1] ^ k[0], y & mask, (x >> 32) ^ c[3] ^ k[1],
             x & mask]
        k = [(k[0] + 0x9E3779B9) & mask, (k[1] + 0xBB67AE85) & mask]
    return c


n = 4096
ints = torch.empty(2 * n, dtype=torch.int32, device="cuda")
uniform, normal = torch.empty(n, device="cuda"), torch.empty(n, device="cuda")
draw[(1,)](ints, uniform, normal, 42, BLOCK=n)
for i in (0, 1, 77, 4095):
    want = philox(42, i)
    assert ints[i].item() & 0xffffffff == want[0]
    assert ints[n + i].item() & 0xffffffff == want[1]
assert 0 <= uniform.min() and uniform.max() < 1
assert abs(uniform.mean() - 0.5) < 0.02
assert abs(normal.mean()) < 0.06 and abs(normal.std() - 1) < 0.04
