# rejected by: case k=64 (the tiles move by start, and are advanced too)
# says: From the second turn on the tiles lie too far along k: they are moved on from the last turn, and by start again. Either advance the pointers by BK in each turn, or begin at start each time.
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
    tw = tl.make_block_ptr(w, shape=(k, n), strides=(1, k),
                           offsets=(0, column), block_shape=(BK, BN),
                           order=(0, 1))
    for start in range(0, k, BK):
        a = tl.load(tl.advance(tx, (0, start)),
                    boundary_check=(0, 1), padding_option="zero")
        b = tl.load(tl.advance(tw, (start, 0)),
                    boundary_check=(0, 1), padding_option="zero")
        acc += tl.dot(a, b)
        tx = tl.advance(tx, (0, BK))
        tw = tl.advance(tw, (BK, 0))
    ty = tl.make_block_ptr(y, shape=(m, n), strides=(n, 1),
                           offsets=(row, column), block_shape=(BM, BN),
                           order=(1, 0))
    tl.store(ty, acc.to(tl.float16), boundary_check=(0, 1))


def linear(x, w, y, m, n, k, pitch):
    BM, BN, BK = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    linear_kernel[grid](x, w, y, m, n, k, pitch, BM=BM, BN=BN, BK=BK)
