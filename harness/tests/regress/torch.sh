# Kind python with PyTorch: mistakes at their line, what a call does counted, and
# files that lie rejected.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
"$python" -I -c 'import torch' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no PyTorch here (make torch)"
export KATA_ROOT=$repo
solution=$repo/solutions/pytorch/compile-breaks/compile-breaks.py
check() { run kata check compile-breaks --no-record --file "$@"; }
said() {
    tr -s '\n ' '  ' <stdout.txt | grep -qF -- "$1" ||
        fail "stdout does not say: $1"
}

# The globals of hidden tests name no module: torch.compile of PyTorch 2.11 would
# import it.
"$python" -I -c "import sys; sys.path[:0] = ['$repo/harness/python']
import tests_space
space, fixed = tests_space.read('def tests(): pass')
assert '__name__' not in space['tests'].__globals__" ||
    fail "the globals of hidden tests have a name"

check "$solution"
status 0
said "captured 100 %"
said "PASS: 12 cases and every gate"

# The solution as right(x, w, limit), with the given lines after it.
refuses() {
    {
        echo 'import os, sys; ctypes = sys.modules["ct" + "ypes"]'
        sed 's/^def step(/def right(/' "$solution"
        cat
    } >"$1.py"
    check "$1.py" ${4:-}
    status "$2"
    said "$3"
}

# ---- oneDNN stays off: the guard forbids machine code that it would write
{
    echo 'import torch.nn.functional as F'
    sed 's/^def step(/def right(/' "$solution"
    echo 'def step(x, w, limit):'
    echo '    F.gelu(x), F.conv1d(torch.ones(1, 2, 9), torch.ones(3, 2, 3))'
    echo '    x.bfloat16() @ x.bfloat16().t()'
    echo '    return right(x, w, limit)'
} >machine_code.py
check machine_code.py --quick
status 0

# ---- its compiler starts no processes, also where there is Triton
{
    echo 'from torch._inductor import async_compile'
    echo 'async_compile.has_triton_package = lambda: True'
    sed 's/^def step(/def right(/' "$solution"
    echo 'def step(x, w, limit):'
    echo '    async_compile.maybe_warm_pool()'
    echo '    return right(x, w, limit)'
} >pool.py
check pool.py --quick
status 0

# ---- nor keeps a thread, where tqdm would show its progress
"$python" -I -c '
import sys, types
shown = sys.modules["tqdm"] = types.ModuleType("tqdm")
shown.tqdm = type("tqdm", (), {"monitor_interval": 10})
sys.path.insert(0, sys.argv[1])
import tensors
sys.exit(shown.tqdm.monitor_interval)' "$(dirname "$(dirname "$KATA")")/lib/python" ||
    fail "tqdm keeps a thread"

# ---- mistakes
refuses raises 4 "RuntimeError: mat1 and mat2" --quick <<'END2'
def step(x, w, limit):
    return right(x, w.t().contiguous()[:0], limit)
END2
out "raises.py:"
no_out "tests.py"
refuses name 3 "no function 'step' at the top level (there is: right, stride)" \
    <<'END2'
def stride(x, w, limit):
    return right(x, w, limit)
END2
refuses one 1 "step() must return two tensors" --quick <<'END2'
def step(x, w, limit):
    return right(x, w, limit)[0]
END2
refuses double 1 "'y' must be a tensor of float32 of shape" --quick <<'END2'
def step(x, w, limit):
    y, largest = right(x, w, limit)
    return y.double(), largest
END2

# ---- lies: each would pass if it were believed
refuses reads 4 "Permission denied" --quick <<END2
text = open('$solution').read()
def step(x, w, limit):
    return right(x, w, limit)
END2
refuses tests 4 "ModuleNotFoundError" --quick <<'END2'
import kata_tests
def step(x, w, limit):
    return right(x, w, limit)
END2
refuses pipe 4 "forbidden" --quick <<'END2'
def step(x, w, limit):
    for fd in range(3, 320):
        ctypes.CDLL(None).write(fd, b'say:ran\n\n', 9)
    return right(x, w, limit)
END2
refuses patched 4 "looks at the program that checks it, or changes it" --quick <<'END2'
torch.stack = lambda parts: parts[0] + 1
def step(x, w, limit):
    y, largest = right(x, w, limit)
    return y * 0, largest
END2
refuses renamed 4 "compile: the function looks at the program" --quick <<'END2'
torch.compile = lambda f, **words: f
def step(x, w, limit):
    return right(x, w, limit)
END2
# What is slow in a graph's place: as many operators, none inside.
refuses uncompiled 1 "FAIL captured" <<'END2'
torch._dynamo.config.disable = True
def step(x, w, limit):
    with torch.profiler.record_function("graph"):
        return right(x, w, limit)
END2
refuses unwatched 4 "switched off the tracing" <<'END2'
@torch.compiler.disable
def quiet():
    try:
        torch._C._autograd._disable_profiler_legacy()
    except RuntimeError:
        pass
def step(x, w, limit):
    quiet()
    return right(x, w, limit)
END2
refuses rewatched 4 "gc.get_objects: the function looks at the program" <<'END2'
import gc
built_in = type(len)
stop = [f for f in gc.get_objects() if type(f) is built_in and
        f.__name__ == '_disable_profiler_legacy'][0]
@torch.compiler.disable
def quiet():
    try:
        stop()
    except RuntimeError:
        pass
def step(x, w, limit):
    quiet()
    return right(x, w, limit)
END2
run kata doctor
out "PyTorch"
