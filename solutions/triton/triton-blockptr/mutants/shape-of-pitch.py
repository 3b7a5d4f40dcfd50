# rejected by: case (the shape of x is m x pitch, so that other data is multiplied by 0)
import triton
import triton.language as tl


@triton.jit
def linear_kernel(x, w, y, m, n, k, pitch, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    tx = tl.make_block_ptr(x, shape=(m, pitch), strides=(pitch, 1),
                           offsets=(row, 0), block_shape=(BM, BK),
                           order=(1, 0))
    tw = tl.make_block_ptr(w, shape=(k, n), strides=(1, k),
                           offsets=(0, column), block_shape=(BK, BN),
                           order=(0, 1))
    for _ in range(0, k, BK):
        acc = tl.dot(tl.load(tx, boundary_check=(0, 1), padding_option="zero"),
                     tl.load(tw, boundary_check=(0, 1), padding_option="zero"),
                     acc)
        tx = tl.advance(tx, (0, BK))
        tw = tl.advance(tw, (BK, 0))
    ty = tl.make_block_ptr(y, shape=(m, n), strides=(n, 1),
                           offsets=(row, column), block_shape=(BM, BN),
                           order=(1, 0))
    tl.store(ty, acc.to(tl.float16), boundary_check=(0, 1))


def linear(x, w, y, m, n, k, pitch):
    if m == 0 or n == 0:
        return
    BM, BN, BK = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    linear_kernel[grid](x, w, y, m, n, k, pitch, BM=BM, BN=BN, BK=BK)
