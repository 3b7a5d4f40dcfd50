# kata sim FILE.py: Python scripts with Triton kernels on the simulated device:
# right ones are quiet, mistakes are named at their line in Triton's words, times
# are modelled and said to be, and what is missing is told.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
[ -x "$python" ] || skip "SKIPPED LOUDLY: no Triton here (make python)"
export KATA_PYTHON=$python
sim() { run kata sim "$@"; }

# ---- without PyTorch: NumPy arrays
cat >scale.py <<'END'
import sys

import numpy as np
import triton
import triton.language as tl


@triton.jit
def scale(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x_ptr + at, mask=at < n)
    tl.store(out_ptr + at, 2 * v, mask=at < n)


n = int(sys.argv[1])
x = np.arange(n, dtype=np.float32)
out = np.empty_like(x)
call = lambda: scale[(triton.cdiv(n, 256),)](x, out, n, BLOCK=256)
call()
assert (out == 2 * x).all()
print("ms", triton.testing.do_bench(call) > 0, sys.argv)
END
sim scale.py --gpu a100 -- 1000 more
status 0
out "ms True ['scale.py', '1000', 'more']"
err "do_bench: times are modelled, those of NVIDIA A100"
err "modelled on NVIDIA A100"
err "scale "
no_err "TRAP"

sed 's/tl.load(x_ptr + at, mask=at < n)/tl.load(x_ptr + at)/' scale.py >mask.py
sim mask.py -- 1000
status 1
err "mask.py:11"
err "Program (3,0,0) reads"
err 'past the end of `x_ptr`, which has 4000 bytes'
err "mask=at < n"
err "RuntimeError: Triton Error [CUDA]"
no_err "kata_driver.py"

# What Triton refuses is told with what to write.
sed 's/tl.arange(0, BLOCK)/tl.arange(0, n)/' scale.py >range.py
sim range.py -- 1000
status 1
err "must be of type tl.constexpr"
err 'kata: line 10: `n` is known when the kernel runs'

cat >race.py <<'END'
import numpy as np
import triton
import triton.language as tl


@triton.jit
def total(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.sum(tl.load(x + at))
    tl.store(out, tl.load(out) + s)


out = np.zeros(1, dtype=np.float32)
total[(4,)](np.ones(1024, dtype=np.float32), out, BLOCK=256)
END
sim race.py
status 1
err "global-race"
err "race.py:10"
err "program (0,0,0)"
err "tl.atomic_add"
no_err "__syncthreads"

sim scale.py --json --explain --timeline spans.json --shuffle 3 -- 500
status 0
json
same "$(field '$.kernels[0].kernel')" scale
same "$(field '$.traps')" '[]'
[ "$(sqlite3 :memory: "SELECT json_valid(readfile('spans.json'))")" = 1 ] ||
    fail "no timeline"
sim scale.py --explain -- 100000
status 0
err "v = tl.load(x_ptr + at, mask=at < n)"

# ---- what ends a script, and what is not there
printf 'import sys\nprint("a")\nsys.exit(7)\n' >seven.py
sim seven.py
status 7
printf 'import nothing_like_it\n' >module.py
sim module.py
status 1
err "No module named 'nothing_like_it'"
err "KATA_PYTHON="
printf 'def f(:\n' >broken.py
sim broken.py
status 1
err "SyntaxError"
no_err "runpy"
KATA_PYTHON=/bin/false sim scale.py -- 10
status 5
err "KATA_PYTHON names '/bin/false', which has no Triton"

# ---- with PyTorch: a few of the programs that all.py runs, on both targets
"$python" -c 'import torch' 2>/dev/null || {
    echo "SKIPPED LOUDLY: the part that needs PyTorch, which $python has not"
    exit 0
}
# What torch.empty gives holds nothing, until a kernel or PyTorch writes there.
cat >empty.py <<'END'
import torch
import triton
import triton.language as tl


@triton.jit
def add_up(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0.0)))


x = torch.ones(100, device="cuda")
for fill in (lambda t: t.zero_(), lambda t: t.numpy().fill(0),
             lambda t: torch.sum(x, 0, keepdim=True, out=t)):
    out = torch.empty(1, device="cuda")
    fill(out)
    add_up[(2,)](x, out, 100, BLOCK=64)
out = torch.empty_like(x)[:1]
add_up[(2,)](x, out.view(1), 100, BLOCK=64)
END
sim empty.py
status 1
err "uninitialised-global"
err "empty.py:9"
err "(the beginning of \`out\`"
err "Something is added to it, and nothing has cleared it"
same "$(grep -c TRAP stderr.txt)" 1
# Of a plain read the advice is another.
cat >read.py <<'END'
import torch
import triton
import triton.language as tl


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


x = torch.empty(100, device="cuda")
double[(1,)](x, torch.empty_like(x), 100, BLOCK=128)
END
sim read.py
status 1
err "uninitialised-global"
err "torch.empty holds nothing"

programs=$repo/harness/tests/triton_programs/all.py
sim "$programs" -- autograd casts host_descriptors in_place_small spin_lock
status 0
out "5 programs on sm_90, 0 wrong"
sim "$programs" --gpu a100 -- attention benchmark
status 0
out "2 programs on sm_80, 0 wrong"
# A program that is wrong is not taken for right.
cp "$programs" .
printf 'assert 1 == 2\n' >wrong.py
cp race.py race2.py
sim all.py -- wrong race2
status 1
out "2 programs on sm_90, 2 wrong"
out "global-race, line 10"
