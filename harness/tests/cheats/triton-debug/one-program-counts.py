# rejected by: gate blocks (load, add and store stay, and one program counts all, so that no other can race)
# Steps of a signal: the differences of neighbours, how often each size of step
# comes, and how far the signal moves in all.
#
# bounds: B
# lost: G
# twice: K
# programs: 79
# unseen: lost
import triton
import triton.language as tl

PROGRAMS = tl.constexpr(8)  # that share the work of way_kernel


# n readings have n - 1 steps between them.
@triton.jit
def step_kernel(x, step, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n - 1
    after = tl.load(x + at + 1, mask=inside, other=0)
    before = tl.load(x + at, mask=inside, other=0)
    tl.store(step + at, after - before, mask=inside)


# Steps of 0 to 63 belong to bin 0, of 64 to 127 to bin 1; all large ones to bin 15.
@triton.jit
def count_kernel(step, counts, m, BLOCK: tl.constexpr):
    found = tl.zeros((16,), dtype=tl.int32)
    for start in range(0, m, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < m
        size = tl.abs(tl.load(step + at, mask=inside, other=0))
        found += tl.histogram(tl.minimum(size // 64, 15), 16, mask=inside)
    bins = counts + tl.arange(0, 16)
    tl.store(bins, found + tl.load(bins))


# The sum of the sizes of all steps. PROGRAMS programs take tiles in turn.
@triton.jit
def way_kernel(step, way, m, BLOCK: tl.constexpr):
    sum = tl.zeros((BLOCK,), dtype=tl.int32)
    for start in range(tl.program_id(0) * BLOCK, m, PROGRAMS * BLOCK):
        at = start + tl.arange(0, BLOCK)
        sum += tl.abs(tl.load(step + at, mask=at < m, other=0))
    tl.atomic_add(way, tl.sum(sum, axis=0))


def steps(x, step, counts, way, n):
    m, BLOCK = max(n - 1, 0), 256
    grid = (triton.cdiv(m, BLOCK),)
    counts.zero_()
    way.zero_()
    step_kernel[grid](x, step, n, BLOCK=BLOCK)
    count_kernel[(1,)](step, counts, m, BLOCK=BLOCK)
    few = min(grid[0], PROGRAMS.value)
    way_kernel[(few,)](step, way, m, BLOCK=BLOCK)
