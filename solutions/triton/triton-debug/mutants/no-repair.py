# rejected by: trap out-of-bounds (the right answers, and nothing repaired)
# Steps of a signal: the differences of neighbours, how often each size of step
# comes, and how far the signal moves in all.
#
# A colleague wrote this, and it passed with a signal of 200 readings. Three of the
# labelled lines are wrong.
#
# TODO: repair the program, and answer.
#
# A program touches memory that is not its own. Which line is to blame: A, B, C or D?
# bounds: B
#
# Steps are missing in counts. Which line is to blame: E, F or G?
# lost: G
#
# The way of a long signal is too long. Which line is to blame: H, I, J or K?
# twice: K
#
# How many programs does the launch of way_kernel have for n = 20011, in the program
# as you got it: 1, 8, 79 or 20010?
# programs: 79
#
# Triton's interpreter runs the programs of a launch one after the other. Which of
# the three faults cannot happen there: bounds, lost or twice?
# unseen: lost
import triton
import triton.language as tl

PROGRAMS = tl.constexpr(8)  # that share the work of way_kernel


# n readings have n - 1 steps between them.
@triton.jit
def step_kernel(x, step, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)  # A
    inside = at < n  # B
    after = tl.load(x + at + 1, mask=inside, other=0)  # C
    before = tl.load(x + at, mask=inside, other=0)
    tl.store(step + at, after - before, mask=inside)  # D


# Steps of 0 to 63 belong to bin 0, of 64 to 127 to bin 1; all large ones to bin 15.
@triton.jit
def count_kernel(step, counts, m, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < m
    size = tl.abs(tl.load(step + at, mask=inside, other=0))
    bin = tl.minimum(size // 64, 15)  # E
    found = tl.histogram(bin, 16, mask=inside)  # F
    bins = counts + tl.arange(0, 16)
    tl.store(bins, tl.load(bins) + found)  # G


# The sum of the sizes of all steps. PROGRAMS programs take tiles in turn.
@triton.jit
def way_kernel(step, way, m, BLOCK: tl.constexpr):
    sum = tl.zeros((BLOCK,), dtype=tl.int32)
    for start in range(tl.program_id(0) * BLOCK, m, PROGRAMS * BLOCK):  # H
        at = start + tl.arange(0, BLOCK)
        sum += tl.abs(tl.load(step + at, mask=at < m, other=0))  # I
    tl.atomic_add(way, tl.sum(sum, axis=0))  # J


def steps(x, step, counts, way, n):
    m, BLOCK = max(n - 1, 0), 256
    grid = (triton.cdiv(m, BLOCK),)
    counts.zero_()
    way.zero_()
    step_kernel[grid](x, step, n, BLOCK=BLOCK)
    count_kernel[grid](step, counts, m, BLOCK=BLOCK)
    way_kernel[grid](step, way, m, BLOCK=BLOCK)  # K
