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

# A file that Triton refuses: its own line says what is meant.
triton triton-outer <<'END2'
import triton
import triton.language as tl
@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * M + tl.arange(0, M)[:, None]
    c = tl.program_id(1) * N + tl.arange(0, N)[None, :]
    left = tl.load(a + r, mask=r < m, other=0.0)
    top = tl.load(b + c, mask=c < n, other=0.0)
    total = tl.max(left + top, 0.0)
    tl.store(out + r * n + c, total, mask=(r < m) & (c < n))
def outer(a, b, out, m, n):
    outer_kernel[(triton.cdiv(m, 32), triton.cdiv(n, 64))](a, b, out, m, n, M=32, N=64)
END2
status 3
out "element by element,"
out "tl.maximum(left + top, 0.0)"
no_out "A tile of M values"
# Another error of the compiler has the exercise's words.
sed -i 's/tl.max(left + top, 0.0)/left + tl.arange(0, 16)/' wrong.py
run kata check triton-outer --file wrong.py --seed 1
status 3
out "A tile of M values"
