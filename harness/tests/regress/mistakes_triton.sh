# Wrong values and accesses of a Triton file, and the line that they come from:
# small edits of the file, of which each is compiled and tried.
. "$REGRESS/lib.sh"
export KATA_EDITS=60
need_nvcc
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
[ -x "$python" ] || skip "SKIPPED LOUDLY: no Triton here (make python)"
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# triton ID: checks wrong.py, which stdin has.
triton() {
    cat >wrong.py
    run kata check "$1" --file wrong.py --seed 1
}

# Halves that are summed as such.
triton triton-layernorm <<'END2'
import triton
import triton.language as tl
@triton.jit
def norm(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = at < cols
    v = tl.load(x + row * cols + at, mask=inside, other=0.0)
    mean = tl.sum(v, axis=0) / cols
    d = tl.where(inside, v.to(tl.float32) - mean, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, axis=0) / cols + eps)
    g = tl.load(gain + at, mask=inside, other=0.0)
    b = tl.load(bias + at, mask=inside, other=0.0)
    tl.store(out + row * cols + at, d * scale * g + b, mask=inside)
def layernorm(x, gain, bias, out, rows, cols, eps):
    norm[(rows,)](x, gain, bias, out, cols, eps, BLOCK=triton.next_power_of_2(cols))
END2
status 1
out "with \`.to(tl.float32)\` after"
no_out "hint:"

# A program for each column, where each row has one.
triton triton-moments <<'END2'
import triton
import triton.language as tl
@triton.jit
def moments_of(x, mean, var, cols, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = at < cols
    v = tl.load(x + row * cols + at, mask=inside, other=0.0)
    average = tl.sum(v, axis=0) / cols
    away = tl.where(inside, v - average, 0.0)
    tl.store(mean + row, average)
    tl.store(var + row, tl.sum(away * away, axis=0) / cols)
def moments(x, mean, var, rows, cols):
    moments_of[(cols,)](x, mean, var, cols, BLOCK=triton.next_power_of_2(cols))
END2
status 4
out "place of \`cols\` in line 13 every case is right"

# Two mistakes: no edit helps.
triton triton-moments <<'END2'
import triton
import triton.language as tl
@triton.jit
def moments_of(x, mean, var, cols, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = at < cols
    v = tl.load(x + row * cols + at, mask=inside, other=1.0)
    average = tl.sum(v, axis=0) / cols
    away = tl.where(inside, v - average, 0.0)
    tl.store(mean + row, average)
    tl.store(var + row, tl.sum(away * away, axis=0) / (cols - 1))
def moments(x, mean, var, rows, cols):
    moments_of[(rows,)](x, mean, var, cols, BLOCK=triton.next_power_of_2(cols))
END2
status 1
no_out "kata has tried"
