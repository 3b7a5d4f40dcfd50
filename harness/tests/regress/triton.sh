# Kind triton: the learner's Python is recorded, its kernels run on the simulated
# device, mistakes are named at their Python line in Triton's words, and lies at
# build time reach nothing.
. "$REGRESS/lib.sh"
need_nvcc
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
[ -x "$python" ] || skip "SKIPPED LOUDLY: no Triton here (make python)"
export KATA_ROOT=$repo
solution=$repo/solutions/triton/triton-softmax/triton-softmax.py
check() { run kata check triton-softmax --no-record --on sim --file "$1"; }
# A copy of the solution, changed by a sed script.
variant() { sed "$2" "$solution" >"$1.py"; cmp -s "$1.py" "$solution" && fail "no change: $1"; }
refused() { check "$1.py"; status 3; out "BUILD ERROR"; out "$2"; }

check "$solution"
status 0
out "registers per thread"

# ---- at the line, in Triton's words
# Of a kernel that adds tiles in a loop: the mask stays where it was, or the
# programs begin too close to each other.
adds() {
    cat >"$1.py" <<PY
import triton
import triton.language as tl


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr, TILES: tl.constexpr):
    offsets = tl.program_id(0) * $2 + tl.arange(0, BLOCK)
    mask = offsets < n
    for k in range(TILES):
        $3
        tl.store(out + offsets, tl.load(x + offsets, mask=mask) +
                 tl.load(y + offsets, mask=mask), mask=mask)
        offsets += BLOCK


def add(x, y, out, n):
    grid = (triton.cdiv(n, 4096),)
    add_kernel[grid](x, y, out, n, BLOCK=1024, TILES=4)
PY
    run kata check triton-add --no-record --on sim --file "$1.py"
}
adds mask-stays "BLOCK * TILES" pass
status 4
out "\`mask\` is computed before the loop of line 9, and \`offsets\`"
adds mask-moves "BLOCK" "mask = offsets < n"
status 1
out "Where does program p"
adds right "BLOCK * TILES" "mask = offsets < n"
no_out "TRAP"
variant load-without-mask 's/, mask=mask, other=-float("inf")//'
check load-without-mask.py
status 4
out "load-without-mask.py:11"
out "Program (2,0,0) reads 4 bytes"
no_out "Thread ("
out "Write mask=mask here, too"
variant overlapping 's/out + row \* stride/out/'
check overlapping.py
status 1
out "global-race"
out "program (0,0,0) writes it"
out "tl.atomic_add"
no_out "__syncthreads"

# ---- kata explain: tl.max has the line that calls it, and a second load of the
# row is named
run kata explain triton-softmax --file "$solution"
status 0
no_out "standard.py"
no_out "other files"
no_out "__syncwarp"
sed 's/^    e = .*/    m = tl.max(values, axis=0)\
    tl.debug_barrier()\
    values = tl.load(x + row * stride + columns, mask=mask, other=-float("inf"))\
    e = tl.exp(values - m)/' "$solution" >again.py
run kata explain triton-softmax --file again.py
status 0
out "Much of what this line loads was loaded before"
no_out "standard.py"

# ---- what Triton or the recorder refuses
variant power 's/triton.next_power_of_2(cols)/cols/'
refused power "power.py:8:15: error: arange's range must be a power of 2"
out "(recorded for rows="
variant typo 's/tl.max(/tl.maximal(/'
refused typo "has no attribute 'maximal'"
variant entry 's/def softmax(/def sofmtax(/'
refused entry "kata calls softmax(x, out, rows, cols)"
variant syntax 's/columns < cols/columns < cols)/'
refused syntax "unmatched ')'"
variant pytorch 's/^    BLOCK = .*/    import torch; BLOCK = torch.softmax(x, 1)/'
refused pytorch "torch.softmax: this file is recorded"
variant values 's/^    BLOCK = .*/    BLOCK = int(x)/'
refused values "the values of a tensor are not known here"

# ---- advice: the line, the cause and what to write
# A kernel that adds, with the lines given in the place of its own; what the
# verdict has to say. BLOCK: what the launch has.
one_line() { tr -s "\n " "  " <stdout.txt >flat.txt; cp flat.txt stdout.txt; }
advised() {
    {
        printf 'import math\n\nimport triton\nimport triton.language as tl\n\n\n'
        printf '@triton.jit\ndef add_kernel(x, y, out, n, BLOCK: tl.constexpr):\n'
        printf '%s\n' "$2" | sed 's/^/    /'
        printf '\n\ndef add(x, y, out, n):\n    BLOCK = %s\n' "${BLOCK:-1024}"
        printf '    add_kernel[(triton.cdiv(n, BLOCK),)](x, y, out, n, BLOCK=BLOCK)\n'
    } >"$1.py"
    run kata check triton-add --no-record --on sim --file "$1.py"
    status 3
    one_line
    out "BUILD ERROR: line $3"
    no_out "three angle brackets"
    no_out "NeedsValues"
    no_out "ErrorImpl"
}
where='at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
mask = at < n'
sum='tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)'
advised range-n 'at = tl.arange(0, n)' '9: `n` is known when the kernel runs'
BLOCK=1000 advised range-1000 "$where" '9: `BLOCK` is 1000, and the size of a tile is a power of two. Take 1024'
advised range-start 'at = tl.arange(tl.program_id(0) * BLOCK, BLOCK)' '9: `tl.program_id(0) * BLOCK` is known when the kernel runs'
advised if-tile "$where
if mask:
    $sum" '11: `mask` has 1024 values'
advised while-tile "$where
while at < n:
    at += 1" '11: `at < n` has 1024 values, and `while` takes one'
advised choice "$where
a = tl.load(x + at, mask=mask)
a = a if a > 0 else -a" '12: `a > 0` has 1024 values'
advised brackets "$where
mask = at < n & at >= 0" '11: `&` binds stronger than `<`. Put brackets around each comparison: (at < n) & (at >= 0)'
advised chain "$where
mask = 0 <= at < n" '11: Triton takes one comparison at a time. Join them with &: (0 <= at) & (at < n)'
advised no-pointer "$where
a = tl.load(at, mask=mask)" '11: `at` is a tile of 1024 int32 and no address'
advised float-offset "$where
a = tl.load(x + at / 2, mask=mask)" '11: `at / 2` is a float'
advised pointers "$where
tl.store(out + at, x + y, mask=mask)" '11: `x` and `y` are addresses, not values'
advised brackets-read "$where
out[at] = x[at]" '11: `x` is a pointer in a kernel, which square brackets do not reach into: write tl.load(x + at, mask=mask)'
advised shapes "$where
a = tl.load(x + at) + tl.arange(0, 512)" '11: `tl.load(x + at)` has 1024 elements and `tl.arange(0, 512)` 512'
advised no-offset "$where
tl.store(out, tl.load(x + at, mask=mask), mask=mask)" '11: `out` is one address, and the value is a tile'
advised dot-small 'i = tl.arange(0, 8)
a = tl.load(x + i[:, None] * 8 + i[None, :])
b = tl.dot(a, a)' '11: tl.dot multiplies 8 x 8 by 8 x 8 here'
advised dot-inner 'i, k = tl.arange(0, 64), tl.arange(0, 32)
a = tl.load(x + i[:, None] * 32 + k[None, :])
b = tl.dot(a, a)' '11: tl.dot multiplies 64 x 32 by 64 x 32: the 32 columns'
advised block-runtime 'a = tl.zeros((n,), dtype=tl.float32)' '9: `n` is known when the kernel runs'
advised block-pointer 'p = tl.make_block_ptr(x, shape=(n,), strides=(1,), offsets=(0,), block_shape=(BLOCK,), order=(0,))
for k in range(4):
    a = tl.load(p, boundary_check=(0,))
    p += BLOCK' '12: `p` is a block pointer, which + and += do not move: write p = tl.advance(p, (STEP,))'
advised break-loop "$where
for k in range(4):
    break" '12: a kernel has no `break`'
advised return-loop "$where
for k in range(4):
    if k == tl.program_id(0):
        return
    $sum" '12: a loop of a kernel cannot be left with `return`'
advised return-value "$where
if tl.program_id(0) > 2:
    return 1" '12: a kernel returns nothing'
advised math-exp "$where
a = math.exp(tl.load(x + at, mask=mask))" '11: `math.exp` is for the CPU. In a kernel write tl.exp(...)'
advised list "$where
a = [0.0, 0.0]
a[0] = 1.0" '12: a kernel has no lists or arrays that can be changed'
advised accumulate "$where
acc = 0.0
for k in range(4):
    acc += tl.load(x + at, mask=mask)" '12: `acc` is one fp32 before the loop and a tile of 1024 fp32 after a turn'
# A Python function, and a launch that Python refuses: never words of CUDA.
sed 's/^@triton.jit$/def helper(a):\n    return a\n\n\n&/; s/tl.exp(values/helper(values/' "$solution" >helper.py
check helper.py
status 3
one_line
out '`helper` is a Python function. Write @triton.jit on the line before its def'
sed 's/out, cols, x.stride(0), BLOCK/out, cols, BLOCK/' "$solution" >lacks.py
check lacks.py
status 3
one_line
out "the launch gives the kernel no value for 'stride'"
no_out "three angle brackets"
sed 's/\[(rows,)\]/[(rows \/ 1,)]/' "$solution" >float-grid.py
check float-grid.py
status 3
out "write triton.cdiv(n, BLOCK), or //"

# ---- small tiles that several warps read and one writes are no race
cat >inplace.py <<'END'
import triton
import triton.language as tl


@triton.jit
def copy(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)


@triton.jit
def twice(out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, 2 * tl.load(out + at, mask=at < n), mask=at < n)


def softmax(x, out, rows, cols):
    n = rows * cols
    copy[(triton.cdiv(n, 1024),)](x, out, n, 1024)
    twice[(triton.cdiv(n, 32),)](out, n, 32, num_warps=4)
END
check inplace.py
status 1
out "elements of \`out\` are wrong"
no_out "global-race"
# but what the source itself leaves in no order is.
sed -i 's/2 \* tl.load(out + at, mask=at < n), mask=at < n/at.to(tl.float32), mask=at < n); tl.store(out + at, 1 + tl.load(out + (at + 37) % n, mask=at < n), mask=at < n/' inplace.py
check inplace.py
status 1
out "global-race"

# ---- a line with a mask needs no other one
cat >offset.py <<'END'
import triton
import triton.language as tl


@triton.jit
def copy(x, out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, tl.load(x + n + at,
                               mask=at < n), mask=at < n)


def softmax(x, out, rows, cols):
    n = rows * cols
    copy[(triton.cdiv(n, 1024),)](x, out, n, 1024)
END
check offset.py
status 4
out "This line has a mask, and a lane that it lets through"
no_out "Give this tl.load"
sed -i '/^ *tl.store/,/^ *mask=at/c\    v = tl.load(x + n + at)\n    tl.store(out + at, v, mask=at < n)' offset.py
check offset.py
status 4
out "Give this tl.load"

# ---- lies
# Nothing outside of the build's folder can be written.
cat >writes.py <<END
open("$PWD/taken", "w").write("x")
def softmax(x, out, rows, cols): pass
END
refused writes "Permission denied"
[ ! -e taken ] || fail "the learner's Python wrote outside of its folder"
# A forged record brings in nothing but kernels.
cat >forged.py <<'END'
import json, os, sys
def softmax(x, out, rows, cols): pass
class Exit:
    def __del__(self): pass
import atexit
folder = sys.argv[2]
def forge():
    calls = json.load(open(sys.argv[1]))["calls"]
    json.dump({"kernels": [], "calls": [{"temporaries": [], "steps": [{
        "do": "zero", "line": 1, "bytes": 4, "of": {"kind": "argument", "index":
        "0; system(\"touch taken\")", "offset": 0}}]}] * len(calls)},
        open(folder + "/record.json", "w"))
    os._exit(0)
atexit.register(forge)
END
check forged.py
[ "$last_status" != 0 ] || fail "a forged record passed"
[ ! -e taken ] || fail "a forged record ran a command"
# Nothing launched: nothing is right.
printf 'def softmax(x, out, rows, cols): pass\n' >nothing.py
check nothing.py
status 1
out "never written"

# Autotuning: the fastest configuration is taken, for each key anew, whatever
# its place in the list. With restore_value nothing is copied, as nothing is
# computed while they are tried; and `warmup` has no say.
cat >tuned.py <<'PY'
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": b}, num_warps=w)
                          for b, w in ((32, 1), (1024, 4), (64, 1))],
                 key=["n"])
@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    sum = tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n)
    tl.store(out + at, sum, mask=at < n)


def add(x, y, out, n):
    if n > 0:
        add_kernel[lambda m: (triton.cdiv(n, m["BLOCK"]),)](x, y, out, n)
PY
tuned() { run kata check triton-add --no-record --on sim --file "$1"; }
tuned tuned.py
status 0
out "autotune add_kernel for n=4194304 (the last of "
out "BLOCK=1024 num_warps=4 num_stages=3  taken"
sed 's/key=\["n"\]/key=["n"], restore_value=["out"], warmup=5/' tuned.py \
    >restored.py
tuned restored.py
status 0
out "BLOCK=1024 num_warps=4 num_stages=3  taken"

# What times the configurations on a GPU may write where the driver writes (it
# truncates what it names a thread by), and nowhere else.
cat >confined.py <<'PY'
import os, sys
sys.path.insert(0, sys.argv[1])
from confine import confine, gpu_files
os.mkdir("inside")
# Devices are found where /dev cannot be listed, as in kata's sandbox.
there, os.path.exists = os.path.exists, lambda path: "/dev/nvidia" in path
listed, os.listdir = os.listdir, lambda *_: 1 / 0
assert {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia7"} <= set(gpu_files())
os.path.exists, os.listdir = there, listed
confine("inside", files=gpu_files())
open(f"/proc/{os.getpid()}/comm", "w").write("renamed")
open("inside/a", "w").write("a")
try:
    open("outside", "w")
except PermissionError:
    print("refused outside")
PY
run "$python" -I -B confined.py "$repo/harness/triton"
status 0
out "refused outside"

# ---- a program beside the learner's is CUDA
beats=$repo/solutions/triton/triton-beats-torch
run kata bench triton-beats-torch --on sim --octaves 1 --no-plot \
    --file "$beats/triton-beats-torch.py" --against "$beats/eager.cu"
status 0
out "eager.cu: ratio"
no_out "does not build"
# The learner's own is not.
run kata check triton-beats-torch --on sim --no-record --quick --file \
    "$beats/eager.cu"
status 3
out "BUILD ERROR"
