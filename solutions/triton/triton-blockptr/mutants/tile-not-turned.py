# rejected by: case k=64 (the tile of w is multiplied without being turned)
# says: tl.dot gets a tile of w as it lies, [columns, depth], and takes its first axis for the depth. Describe w turned, with shape=(k, n) and strides=(1, k), or give tl.dot the turned tile, tl.trans(b).
import triton
import triton.language as tl


@triton.jit
def linear_kernel(x, w, y, m, n, k, pitch, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    tx = tl.make_block_ptr(x, shape=(m, k), strides=(pitch, 1),
                           offsets=(row, 0), block_shape=(BM, BK),
                           order=(1, 0))
    tw = tl.make_block_ptr(w, shape=(n, k), strides=(k, 1),
                           offsets=(column, 0), block_shape=(BN, BK),
                           order=(1, 0))
    for start in range(0, k, BK):
        a = tl.load(tx,
                    boundary_check=(0, 1), padding_option="zero")
        b = tl.load(tw,
                    boundary_check=(0, 1), padding_option="zero")
        acc += tl.dot(a, b)
        tx = tl.advance(tx, (0, BK))
        tw = tl.advance(tw, (0, BK))
    ty = tl.make_block_ptr(y, shape=(m, n), strides=(n, 1),
                           offsets=(row, column), block_shape=(BM, BN),
                           order=(1, 0))
    tl.store(ty, acc.to(tl.float16), boundary_check=(0, 1))


def linear(x, w, y, m, n, k, pitch):
    BM, BN, BK = 64, 64, 64
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    linear_kernel[grid](x, w, y, m, n, k, pitch, BM=BM, BN=BN, BK=BK)
