# rejected by: case | trap out-of-bounds (w is described as it lies, and its tile is loaded as if it were turned)
# says: The description of w is n x k, and the tile is used as k x n. Exchange the two numbers of shape, strides, offsets and order.
import triton
import triton.language as tl


@triton.jit
def linear_kernel(x, w, y, m, n, k, pitch, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    tx = tl.make_block_ptr(x, shape=(m, k), strides=(pitch, 1),
                           offsets=(row, 0), block_shape=(BM, BK),
                           order=(1, 0))
    # w lies n x k. Described with its strides the other way round it is k x n.
    tw = tl.make_block_ptr(w, shape=(n, k), strides=(k, 1),
                           offsets=(column, 0), block_shape=(BK, BN),
                           order=(1, 0))
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, k, BK):
        acc = tl.dot(tl.load(tx, boundary_check=(0, 1), padding_option="zero"),
                     tl.load(tw, boundary_check=(0, 1), padding_option="zero"),
                     acc)
        tx = tl.advance(tx, (0, BK))
        tw = tl.advance(tw, (0, BK))
    ty = tl.make_block_ptr(y, shape=(m, n), strides=(n, 1),
                           offsets=(row, column), block_shape=(BM, BN),
                           order=(1, 0))
    tl.store(ty, acc.to(tl.float16), boundary_check=(0, 1))


def linear(x, w, y, m, n, k, pitch):
    big = m * n >= 1 << 20
    BM, BN, BK = (128, 128, 64) if big else (64, 64, 32)
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    linear_kernel[grid](x, w, y, m, n, k, pitch, BM=BM, BN=BN, BK=BK,
                        num_warps=8 if big else 4, num_stages=3)
