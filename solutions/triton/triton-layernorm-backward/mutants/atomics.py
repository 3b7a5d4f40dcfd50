# rejected by: gate global_atomics | pattern differs (other bits in every run)
import triton
import triton.language as tl


@triton.jit
def rows_kernel(x, dy, gain, mean, rstd, dx, dgains, dbiases, rows, cols,
                BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    mask = at < cols
    g = tl.load(gain + at, mask=mask, other=0.0)
    dgain = tl.zeros((BLOCK,), dtype=tl.float32)
    dbias = tl.zeros((BLOCK,), dtype=tl.float32)
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        d = tl.load(dy + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        h = (v - tl.load(mean + row)) * r
        # d is 0 beyond the row, so h may be anything there.
        w = d * g
        c1 = tl.sum(w, axis=0) / cols
        c2 = tl.sum(w * h, axis=0) / cols
        tl.store(dx + row * cols + at, r * (w - c1 - h * c2), mask=mask)
        dgain += d * h
        dbias += d
    tl.atomic_add(dgains + at, dgain, mask=mask)
    tl.atomic_add(dbiases + at, dbias, mask=mask)


def layernorm_backward(x, dy, gain, mean, rstd, dx, dgain, dbias, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    programs = min(rows, 264)  # two for each multiprocessor of an H100
    dgain.zero_()
    dbias.zero_()
    if programs > 0:
        rows_kernel[(programs,)](x, dy, gain, mean, rstd, dx, dgain, dbias, rows, cols,
                                 BLOCK=BLOCK, num_warps=num_warps)
