# Classic mistakes that the text of a Python file shows (python/mistakes.py): each
# rule finds the wrong file, and says nothing of its right twin.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
"$python" -I -c 'import numpy' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no NumPy here (make numpy)"
export KATA_ROOT=$repo
rules=$repo/harness/python/mistakes.py

# wrong KIND WORDS [LINE KIND MESSAGE]: the file from stdin, and the finding.
wrong() {
    cat >wrong.py
    kind=$1 words=$2
    shift 2
    "$python" -IB "$rules" wrong.py "$kind" "$@" >found.txt || fail "no answer: $words"
    grep -qF -- "$words" found.txt || fail "not said: $words ($(cat found.txt))"
}
# right FROM TO...: the same file with lines changed has nothing to be told.
right() {
    cp wrong.py right.py
    for edit; do sed -i "$edit" right.py; done
    ! cmp -s wrong.py right.py || fail "nothing to change: $*"
    "$python" -IB "$rules" right.py "$kind" >found.txt
    [ ! -s found.txt ] || fail "said of a right file: $(cat found.txt)"
}

# ---- arguments and gradients
wrong triton 'gives `out` to the parameter `x_ptr`' 9 uninitialised-global x <<'END2'
import triton
import triton.language as tl
@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x_ptr + at, at < n) + tl.load(y_ptr + at, at < n)
    tl.store(out_ptr + at, v, at < n)
def f(x, y, out, n):
    add[(triton.cdiv(n, 64),)](out, x, y, n, BLOCK=64)
END2
right 's/(out, x, y, n/(x, y, out, n/'
wrong python 'give the result a name of its own, dx = g * (s + t)' 6 exception x <<'END2'
import torch
class F(torch.autograd.Function):
    @staticmethod
    def backward(ctx, g):
        s, t = ctx.saved_tensors
        g *= s + t
        return g, g.sum(0)
END2
right 's/g \*= s + t/dx = g * (s + t)/' 's/return g,/return dx,/'

# ---- arguments of libraries
wrong python 'minlength=...' 4 wrong-result "must be an array of shape (5,)" <<'END2'
import numpy as np
def average(v, bins):
    return np.bincount(bins, v) / np.maximum(
        np.bincount(bins), 1)
END2
right 's/bins, v)/bins, v, minlength=5)/' 's/bincount(bins)/bincount(bins, minlength=5)/'
wrong python 'Give it by name: num_workers=workers' 3 wrong-result "another setting" <<'END2'
from torch.utils.data import DataLoader
def make(data, batch, workers):
    return DataLoader(data, batch, workers)
END2
right 's/, workers)$/, num_workers=workers)/'
wrong python 'without ctx: [0] for x, [1] for b' 9 exception "tuple index out of range" <<'END2'
import torch
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, b):
        ctx.save_for_backward(x)
        return x + b
    @staticmethod
    def backward(ctx, g):
        return (g if ctx.needs_input_grad[1] else None), (g.sum(0) if ctx.needs_input_grad[2] else None)
END2
right 's/\[1\]/[0]/' 's/\[2\]/[1]/'

wrong python 'Write scaler.scale(loss).backward()' <<'END2'
import torch
def step(model, loss, scaler, opt):
    scaler.scale(loss)
    loss.backward()
    scaler.step(opt)
END2
right '3d' 's/loss.backward/scaler.scale(loss).backward/'
wrong python 'Append a copy, average.clone()' <<'END2'
import torch
def train(scores):
    average, out = torch.zeros(()), []
    for s in scores:
        average.mul_(0.9).add_(s, alpha=0.1)
        out.append(average)
    return torch.stack(out)
END2
right 's/append(average)/append(average.clone())/'
wrong python 'line 5 removes the last one alone' 4 wrong-result "a hook is still there" <<'END2'
def train(model, xs):
    for x in xs:
        y = model(x)
        hook = model.register_forward_hook(print)
    hook.remove()
END2
right 's/^    hook.remove/        hook.remove/'
wrong python 'has no f before its quote' 3 wrong-result "names x and float64" <<'END2'
def check(name, t):
    if t.dtype != 1:
        raise TypeError(name + " must be a float, got {t.dtype}")
END2
right 's/" must/f" must/'

# ---- comparisons
wrong python 'Line 3: `x == np.nan` is always false' <<'END2'
import numpy as np
def f(x):
    return np.where(x == np.nan, 0.0, x)
END2
right 's/x == np.nan/np.isnan(x)/'
wrong python 'Write not math.isnan(x)' <<'END2'
import math
def f(x):
    return x if x != float("nan") else 0
END2
right 's/x != float("nan")/not math.isnan(x)/'
wrong triton 'Write v != v' <<'END2'
import triton, triton.language as tl
@triton.jit
def k(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(out + at, tl.where(v == float("nan"), 0.0, v), mask=at < n)
END2
right 's/v == float("nan")/v != v/'
wrong python '(x >= 0) & (x <= limit)' <<'END2'
def f(x, limit):
    return x >= 0 & (x <= limit)
END2
right 's/x >= 0/(x >= 0)/'
wrong python '(x > 0) | (x < -5)' <<'END2'
def f(x):
    return x > 0 | x < -5
END2
right 's/x > 0 | x < -5/(x > 0) | (x < -5)/'
wrong python '(x > 0) & even' <<'END2'
def f(x):
    even = x % 2 == 0
    return x > 0 & even
END2
right 's/x > 0/(x > 0)/'
# Bits are tested so, and that is right.
wrong python 'Write x == 0' <<'END2'
def f(x, flags):
    odd = x & 1 == 1 or flags & 6 > 2
    return 5 if x is 0 else odd
END2
right 's/x is 0/x == 0/'
wrong python 'To assign, write total = 0' <<'END2'
def f(x):
    total = 1
    total == 0
    return total + x
END2
right 's/total == 0/total = 0/'
wrong python '`x.sort` without brackets calls nothing' <<'END2'
def f(x):
    x.sort
    return x[0]
END2
right 's/x.sort/x.sort()/'

# ---- results
wrong python '`x.sort()` changes `x` and returns None' <<'END2'
def f(x):
    y = x.sort()
    return y[0]
END2
right 's/x.sort()/sorted(x)/'
wrong python 'or take sorted(times)' 3 exception "TypeError: 'NoneType'" <<'END2'
def f(times):
    half = len(times) // 2
    return times.sort()[half]
END2
right 's/times.sort()/sorted(times)/'
wrong python 'write out = torch.relu(out), or in place out.relu_()' <<'END2'
import torch
def f(x, w, out):
    torch.mm(x, w, out=out)
    torch.relu(out)
    return out
END2
right 's/torch.relu(out)/out.relu_()/'
wrong python 'write x = x.to(torch.float64)' <<'END2'
import torch
def f(x, model, seen):
    model.to("cuda")
    seen.add(3)
    x.to(torch.float64)
    return model(x)
END2
right 's/    x.to/    x = x.to/'
wrong python 'write x = np.sort(x)' <<'END2'
import numpy as np
def f(x):
    np.sort(x)
    return x
END2
right 's/    np/    x = np/'
wrong triton 'write acc = tl.dot(x, y, acc)' <<'END2'
import triton, triton.language as tl
@triton.jit
def k(x, y, out):
    acc = tl.zeros((16, 16), dtype=tl.float32)
    tl.dot(x, y, acc)
    tl.store(out, acc)
END2
right 's/    tl.dot/    acc = tl.dot/'
wrong python 'the first round ends the function' <<'END2'
def f(times):
    for t in range(1, len(times)):
        times[t] += times[t - 1]
        return times
END2
right 's/        return/    return/'
wrong python 'with torch.no_grad(): calls it' 3 exception "TypeError: no context" <<'END2'
import torch
def f(x):
    with torch.no_grad:
        return x + 1
END2
right 's/no_grad/no_grad()/'

# ---- arrays
wrong python 'Write y = x.copy()' <<'END2'
import numpy as np
def f(x):
    y = x
    y[x < 0] = 0
    return y
END2
right 's/y = x$/y = x.copy()/'
wrong python 'Write y = x.clone()' <<'END2'
import torch
def f(x):
    y = x
    y += 1
    return y * x.shape[0]
END2
right 's/y = x$/y = x.clone()/'
# A number is no array.
wrong python 'ends at element len(x) - 2' <<'END2'
def f(x, n):
    left = n
    left -= 1
    for i in range(len(x) - 1):
        x[i] = left + n
    return x
END2
right 's/len(x) - 1/len(x)/'
wrong python 'Give the operator out=, with `out` or a view of it that has the shape of the result; or write out.copy_(torch.matmul(x, w)), which has' <<'END2'
import torch
def f(x, w, out):
    out = torch.matmul(x, w)
    return out.relu_().sum()
END2
right 's/out = torch.matmul(x, w)/torch.matmul(x, w, out=out)/'
wrong python 'Begin with np.zeros' <<'END2'
import numpy as np
def f(x):
    sums = np.empty(x.shape[1])
    for row in x:
        sums += row
    return sums
END2
right 's/np.empty/np.zeros/'
wrong python 'nothing is stored to it' <<'END2'
import numpy as np
def f(x):
    y = np.empty_like(x)
    y = x if x.size else y
    z = np.empty_like(x)
    return z
END2
right 's/    z =.*/    z = np.empty_like(x)\n    np.copyto(z, x)/'
wrong python 'write later.sort() on the line before' <<'END2'
def f(x, clock, repeats):
    later = []
    for _ in range(repeats):
        later.append(clock())
    middle = repeats // 2
    return later[middle]
END2
right 's/    middle/    later.sort()\n    middle/'
# A search halves, and sorts nothing.
wrong python 'None, and make it in the function' <<'END2'
def f(x, seen=[]):
    low, high = 0, len(x)
    while low < high:
        middle = high // 2
        high = middle if x[middle] else high - 1
    seen.append(high)
    return len(seen)
END2
right 's/seen=\[\]/seen/'
wrong python 'one addition is lost' <<'END2'
import numpy as np
from numba import njit, prange
@njit(parallel=True)
def f(x):
    total = np.zeros(1)
    rows = np.zeros(len(x))
    for i in prange(len(x)):
        rows[i] += x[i]
        total[0] += x[i]
    return total
END2
right '/total\[0\]/d'

# ---- errors
wrong python 'Write (x > 0) & (x < 9)' 3 exception "ValueError: The truth value of an array" <<'END2'
import numpy as np
def f(x):
    return np.where(x > 0 and x < 9, x, 0)
END2
right 's/x > 0 and x < 9/(x > 0) \& (x < 9)/'
wrong python 'np.where(condition, a, b) chooses' 3 exception "ValueError: The truth value of an array" <<'END2'
import numpy as np
def f(x):
    if x > 0:
        return x
    return 0
END2
wrong python 'Write n // 2' 3 exception "TypeError: 'float' object cannot be interpreted as an integer" <<'END2'
import numpy as np
def f(n):
    return np.zeros(n / 2)
END2
right 's|n / 2|n // 2|'
wrong python 'x.max(axis=1, keepdims=True)' 3 exception "ValueError: operands could not be broadcast together" <<'END2'
import numpy as np
def f(x):
    return x - x.max(axis=1)
END2
right 's/axis=1/axis=1, keepdims=True/'

# ---- kernels
# The file of a kernel with such lines, for the next one.
kernel() {
    cat >kernel.txt <<END2
import triton, triton.language as tl
@triton.jit
def k(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
$1
def f(x, out, n):
    k[(triton.cdiv(n, 256),)](x, out, n, BLOCK=256)
END2
}
kernel '    v = tl.load(x + at)
    tl.store(out + at, v)'
wrong triton 'write mask=mask in line 6 and line 7' 6 out-of-bounds past <kernel.txt
right 's/x + at/x + at, mask=mask/' 's/at, v/at, v, mask=mask/'
kernel '    v = tl.load(x + at, mask=mask)
    tl.store(out + at, v)'
wrong triton 'The load of line 6 has mask=mask, and this store' 7 out-of-bounds past <kernel.txt
right 's/at, v/at, v, mask=mask/'
kernel '    v = tl.load(x + at, mask=mask)
    tl.store(out, tl.max(v, axis=0))'
wrong triton 'write other=-float("inf") in the load' <kernel.txt
right 's/mask=mask/mask=mask, other=-float("inf")/'
kernel '    v = tl.load(x + at, mask=mask, other=0.0)
    tl.store(out, tl.max(v, axis=0))'
wrong triton 'other=-float("inf") is never taken' <kernel.txt
right 's/tl.max/tl.sum/'
wrong triton 'write row * cols' 8 out-of-bounds past <<'END2'
import triton, triton.language as tl
@triton.jit
def k(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    lane = tl.arange(0, BLOCK)
    mask = lane < cols
    at = row * BLOCK + lane
    tl.store(out + at, tl.load(x + at, mask=mask), mask=mask)
END2
right 's/row \* BLOCK/row * cols/'
wrong triton 'Is one of them tl.program_id(1)?' <<'END2'
import triton, triton.language as tl
@triton.jit
def k(x, out, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(axis=0)
    tl.store(out + row * 8 + column, tl.load(x + column * 8 + row))
END2
right 's/axis=0/axis=1/'

# ---- on the screen
check() { run kata check py-vectorise --no-record --quick --file "$1"; }
said() {
    tr -s '\n ' '  ' <stdout.txt | grep -qF -- "$1" ||
        fail "stdout does not say: $1"
}
cat >values.py <<'END2'
import numpy as np
def compress(x, limit):
    small = x >= 0 & (x <= limit)
    rest = np.sqrt(np.maximum(x - limit, 0))
    return np.where(small, x, np.where(x > limit, limit + rest, 0.0))
END2
check values.py
status 1
said 'Line 3: `&` binds tighter than `>=`'
no_out "by hand"
cat >error.py <<'END2'
import numpy as np
def compress(x, limit):
    low = np.where(x >= 0 and x <= limit, x, limit)
    return low
END2
check error.py
status 4
said 'Write (x >= 0) & (x <= limit)'
cat >changed.py <<'END2'
import numpy as np
def compress(x, limit):
    y = x
    y[x > limit] = limit
    return y
END2
check changed.py
status 4
said 'Write y = x.copy()'

# ---- small edits
# edit WORDS FROM TO: the solution with a line changed, and the edit that helps.
edit() {
    sed "$2" "$repo/solutions/cpu/py-vectorise/py-vectorise.py" >edit.py
    ! cmp -s edit.py "$repo/solutions/cpu/py-vectorise/py-vectorise.py" ||
        fail "nothing to change: $2"
    KATA_EDITS=7 run kata check py-vectorise --no-record --file edit.py
    status 1
    said "kata has tried small changes of the file: with $1"
    no_out "by hand"
}
edit "another operator in place of" 's/valid - low/valid + low/'
edit "another function in place of" 's/np.minimum/np.maximum/'
edit "another comparison in place of" 's/x >= 0/x <= 0/'
# The edits of a file stand in one, of which the first is the learner's: whoever
# writes the line between them gains nothing.
{
    cat edit.py
    echo '# kata tries an edit'
    cat "$repo/solutions/cpu/py-vectorise/py-vectorise.py"
} >two.py
check two.py
status 1

# A row that begins too late lands in the other tensor: that is out of bounds of
# the one that is meant.
"$python" -I -c 'import triton' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no Triton here (make python)"
need_nvcc
sed 's/row \* stride/row * BLOCK/' \
    "$repo/solutions/triton/triton-softmax/triton-softmax.py" >rows.py
run kata check triton-softmax --no-record --on sim --file rows.py
status 4
out "out-of-bounds"
said "past the end of \`x\`"
said "BLOCK elements apart, which is the width of the tile"
no_out "tl.atomic_add"
# A number that differs from call to call is computed with in the kernel.
sed 's/^    n, BLOCK/    import math; p = math.sqrt(float(p))\n&/' \
    "$repo/solutions/triton/triton-elementwise/triton-elementwise.py" >root.py
run kata check triton-elementwise --no-record --on sim --file root.py
status 3
said "the value of 'p' is not known here"
sed -i 's/float(p)/p/' root.py
run kata check triton-elementwise --no-record --on sim --file root.py
status 3
said "is not known here: it is computed from a number"
# Numba compiles each edit; a loop that never ends stops one edit alone.
"$python" -I -c 'import numba' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no Numba here (make numba)"
sed 's|3 \* x + 1|(&) // 2|' "$repo/solutions/cpu/py-numba/py-numba.py" >both.py
! cmp -s both.py "$repo/solutions/cpu/py-numba/py-numba.py" || fail "no change"
KATA_EDITS=20 run kata check py-numba --no-record --file both.py
status 1
said 'without `// 2` of `(3 * x + 1) // 2`'

# ---- sums that nobody reads, and rows in place of columns
wrong python 'Line 5: `lost` gathers what this line adds to it, and no line reads it' <<'END'
def total(xs, out):
    s, lost = xs[0], 0.0
    lost = 0.0
    for x in xs[1:]:
        lost += (s - (s + x)) + x
        s = s + x
    out[0] = s
END
right 's/out\[0\] = s$/out[0] = s + lost/'
sed 's/    lost = 0.0/    global lost/' wrong.py >right.py
"$python" -IB "$rules" right.py python >found.txt
[ ! -s found.txt ] || fail "said of a global name: $(cat found.txt)"

wrong python 'Line 7: `x.shape[0]` is the number of rows of `x`, and `scale` has an element for each column: compare with x.shape[1]' 8 exception 'ValueError: scale has 3' <<'END'
CODE = "y[i] = x[i] * scale[i % cols];"
def scaled(x, scale):
    if x.ndim != 2:
        raise ValueError("x")
    if scale.dim() != 1:
        raise ValueError("scale")
    if scale.numel() != x.shape[0]:
        raise ValueError(f"scale has {len(scale)}")
    return run(CODE, x, scale)
END
"$python" -IB "$rules" wrong.py python 8 exception 'ValueError: scale has 3' >found.txt
sed -i 's/i % cols/i \/ cols/' wrong.py
"$python" -IB "$rules" wrong.py python 8 exception 'ValueError: scale has 3' >found.txt
[ ! -s found.txt ] || fail "said of an element for each row: $(cat found.txt)"

# A counter of each round of prange.
wrong python 'Move this line into the loop, as the first of each round: count = 0' <<'END2'
import numpy as np
from numba import njit, prange
@njit(parallel=True)
def f(x):
    lengths = np.zeros(len(x))
    count = 0
    total = 0
    for i in prange(len(x)):
        while x[i] > 1:
            x[i] //= 2
            count += 1
        lengths[i] = count
        total += count
    return lengths, total
END2
right '6d' 's/^    for i in prange.*/&\n        count = 0/'
right 's/lengths\[i\] = count/lengths[i] = 1/; s/total += count/total += 1/; s/return .*/return count + total/'
right 's/@njit(parallel=True)/@njit/'

# The strides of a result.
wrong python 'Line 3: torch.empty_like keeps the strides of `x`' <<'END2'
import torch
def f(x):
    y = torch.empty_like(x)
    run(x.data_ptr(), y.data_ptr(), *x.shape, *x.stride())
    return y
END2
right 's/torch.empty_like(x)/x.new_empty(x.shape)/'
right 's/\*x.stride()/&, *y.stride()/'
right 's/def f(x):/&\n    x = x.contiguous()/'

wrong python 'Line 6: `size * m.stride(0)` is a number of bytes' 9 out-of-bounds x <<'END2'
import torch
from kata_cuda import load
lib = load("__global__ void f(const float *x) {}")
def f(x, m):
    size = m.element_size()
    lib.f(m.data_ptr(), size * m.stride(0))
END2
right 's/size \* //'
right 's/const float/const char/'

# ---- Triton: axes
wrong triton '`0.0` is no axis. For two values, element by element, write tl.maximum(t, 0.0)' 9 build error <<'END2'
import triton
import triton.language as tl
@triton.jit
def relu(a, out, n, BLOCK: tl.constexpr, AXIS: tl.constexpr):
    at = tl.arange(0, BLOCK)
    t = tl.load(a + at, mask=at < n, other=0.0)
    t = tl.max(t, 0.0)
    tl.store(out + at, t, mask=at < n)
END2
right 's/tl.max(t, 0.0)/tl.maximum(t, 0.0)/'
right 's/tl.max(t, 0.0)/tl.max(t, 0)/'
right 's/tl.max(t, 0.0)/tl.max(t, AXIS)/'
sed 's/tl.max(t, 0.0)/tl.sum(t, at)/' wrong.py >sum.py
wrong triton 'write t + at' 9 build error <sum.py

wrong triton 'Reduce along the other axis: axis=0' <<'END2'
import triton
import triton.language as tl
@triton.jit
def sums(x, out, rows, cols, R: tl.constexpr):
    column = tl.program_id(0) * R + tl.arange(0, R)
    line = tl.arange(0, R)
    acc = tl.zeros((R, R), dtype=tl.float32)
    for start in range(0, rows, R):
        r = (start + line)[:, None]
        c = column[None, :]
        acc += tl.load(x + r * cols + c, mask=(r < rows) & (c < cols), other=0.0)
    tl.store(out + column, tl.sum(acc, axis=1), mask=column < cols)
END2
right 's/axis=1/axis=0/'
right 's/out + column/out + line/'

wrong triton 'write offsets=(0, column)' <<'END2'
import triton
import triton.language as tl
@triton.jit
def linear(w, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    tw = tl.make_block_ptr(w, shape=(k, n), strides=(1, k), offsets=(column, 0),
                           block_shape=(BK, BN), order=(0, 1))
    ty = tl.make_block_ptr(y, shape=(m, n), strides=(n, 1), offsets=(row, column),
                           block_shape=(BM, BN), order=(1, 0))
    tl.store(ty, tl.load(tw))
END2
right 's/offsets=(column, 0)/offsets=(0, column)/'
right 's/shape=(k, n)/shape=(n, k)/; s/(BK, BN)/(BN, BK)/'
right 's/shape=(k, n)/shape=(n, k)/' # then block_shape is wrong

# ---- small edits: the share of a whole
printf 'def f(a, b):\n    whole = a / b\n    return a >= 0.9 * b\n' >wrong.py
"$python" -IB "$repo/harness/python/small_edits.py" wrong.py >found.txt
grep -qF 'with `(a + b)` in place of `b` in line 2' found.txt || fail "no share in line 2"
grep -qF 'with `(a + b)` in place of `b` in line 3' found.txt || fail "no share in line 3"
