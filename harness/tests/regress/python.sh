# Kind python: NumPy in the sandbox, mistakes named at their line, bytecodes
# counted, and files that lie rejected.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
"$python" -I -c 'import numpy' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no NumPy here (make numpy)"
export KATA_ROOT=$repo
solution=$repo/solutions/cpu/py-vectorise/py-vectorise.py
check() { run kata check py-vectorise --no-record --quick --file "$1"; }

# As out, wherever the screen's lines end.
said() {
    tr -s '\n ' '  ' <stdout.txt | grep -qF -- "$1" ||
        fail "stdout does not say: $1"
}

# An entry with the given lines, and then the solution as right(x, limit).
entry() {
    {
        # A file that names ctypes is not built: what holds without is below.
        printf 'import os, sys, threading, time; '
        echo 'ctypes = sys.modules["ct" + "ypes"]'
        echo 'import numpy as np'
        echo 'def right(x, limit):'
        echo '    low = np.minimum(np.where(x >= 0, x, 0.0), limit)'
        echo '    return low + np.sqrt(np.where(x >= 0, x, 0.0) - low)'
        cat
    } >"$1.py"
}

check "$solution"
status 0

# What editors write, and names that are no ASCII.
{
    printf '\xef\xbb\xbf'
    sed 's/limit/grenze_ü/g; s/def compress(x, grenze_ü):/def compress(x, limit):\n    grenze_ü = limit/' "$solution"
} >mark.py
check mark.py
status 0

# ---- mistakes, at their line
entry raises <<'END2'
def compress(x, limit):
    return np.sqrt(x, unknown=1)
END2
check raises.py
status 4
out "raises.py:7"
out "TypeError"
no_out "serve.py"
# A long hint takes the place of the function's name; with room it is there.
run kata check py-vectorise --no-record --quick --verbose --file raises.py
out "in compress"
entry syntax <<'END2'
def compress(x, limit):
    return x +
END2
check syntax.py
status 3
out "syntax.py:7:15"
out "BUILD ERROR"
entry name <<'END2'
def compres(x, limit):
    return x
END2
check name.py
status 3
said "no function 'compress' at the top level (there is: right, compres)"
entry parameter <<'END2'
def compress(x, most):
    return x
END2
check parameter.py
status 4
said "has a parameter 'most' that kata does not pass"
said "kata passes: x, limit, n"
entry fewer <<'END2'
def compress(limit, x, n, more=None):
    return right(x[:n], limit)
END2
check fewer.py
status 0

# ---- what it returns
refuses() {
    entry "$1"
    check "$1.py"
    status "$2"
    said "$3"
}
refuses type 1 "returned an array of float32 of shape" <<'END2'
def compress(x, limit):
    return right(x, limit).astype(np.float32)
END2
refuses shape 1 "must be an array of float64 of shape (1,)" <<'END2'
def compress(x, limit):
    return right(x, limit).reshape(-1, 1)
END2
refuses nothing 1 "a value of type NoneType" <<'END2'
def compress(x, limit):
    right(x, limit)
END2
refuses lost 1 "elements are missing: a mask as an index" <<'END2'
def compress(x, limit):
    return right(x[~np.isnan(x)], limit)
END2
refuses slice 4 "copies nothing: both names stand for" <<'END2'
def compress(x, limit):
    y = x[:]
    y[:] = right(x, limit)
    return y
END2
refuses input 4 "output array is read-only" <<'END2'
def compress(x, limit):
    return np.sqrt(x, out=x)
END2
refuses forced 1 "'x' is an input, and the function changed it" <<'END2'
def compress(x, limit):
    y = right(x, limit)
    x.flags.writeable = True
    x[:] = 0
    return y
END2

# Libraries try a pipe when they look at what the machine has: that fails, and
# they go on.
entry tries <<'END2'
def compress(x, limit):
    try:
        os.pipe()
    except PermissionError:
        return right(x, limit)
END2
check tries.py
status 0

# ---- lies: each would pass if it were believed
refuses reads 4 "Permission denied" <<END2
def compress(x, limit):
    text = {}
    exec(open('$solution').read(), text)
    return text['compress'](x, limit)
END2
refuses exit 4 "ended before its work was done" <<'END2'
def compress(x, limit):
    os._exit(0)
END2
refuses quits 4 "SystemExit" <<'END2'
def compress(x, limit):
    sys.exit(0)
END2
refuses named 3 "ctypes reaches" <<'END2'
def compress(x, limit):
    return x.ctypes.data
END2
refuses pipe 4 "forbidden" <<'END2'
def compress(x, limit):
    for fd in range(3, 320):
        ctypes.CDLL(None).write(fd, b'say:ran\n\n', 9)
    return right(x, limit)
END2
refuses code 4 "forbidden" <<'END2'
def compress(x, limit):
    for line in open('/proc/self/maps'):
        if 'runner.so' in line and 'r-x' in line:
            at = ctypes.c_void_p(int(line.split('-')[0], 16))
            ctypes.CDLL(None).mprotect(at, 4096, 7)
    return right(x, limit)
END2
refuses forks 4 "fork" <<'END2'
def compress(x, limit):
    os.fork()
    return right(x, limit)
END2
refuses socket 4 "socket" <<'END2'
import socket
def compress(x, limit):
    socket.socket()
END2
refuses thread 1 "while a thread of its own was still running" <<'END2'
def compress(x, limit):
    y = right(x, limit)
    threading.Thread(target=time.sleep, args=(0.2,)).start()
    return y
END2
refuses patched 1 "elements of" <<'END2'
np.copyto = np.frombuffer = lambda *a: None
time.perf_counter = time.process_time = lambda: 0
sys.modules['ct' + 'ypes'] = sys.modules['numpy'] = None
def compress(x, limit):
    return np.zeros(len(x))
END2
refuses main 1 "elements of" <<'END2'
import __main__
__main__.make_server = __main__.numpy = None
def compress(x, limit):
    return np.zeros(len(x))
END2

# ---- in the timed case, and where it is counted
timed() {
    entry "$1"
    run kata check py-vectorise --no-record --file "$1.py"
    said "$2"
}
timed remembers "10 of 11 cases pass" <<'END2'
seen = {}
def compress(x, limit):
    key = (len(x), x[:1].tobytes(), x[-1:].tobytes())
    if key not in seen:
        seen[key] = right(x, limit)
    return seen[key]
END2
timed untraced "has switched off the tracing that counts" <<'END2'
def compress(x, limit):
    sys.settrace(None)
    return right(x, limit)
END2
timed retraced "has switched off the tracing that counts" <<'END2'
def compress(x, limit):
    back = sys.gettrace()
    if back:
        sys.settrace(None)
        sys.settrace(back)
    return right(x, limit)
END2
timed unmarked "sys._getframe: the function looks at the program" <<'END2'
def compress(x, limit):
    sys._getframe().f_trace_opcodes = False
    return np.array([right(v, limit) for v in x])
END2
timed unhooked "sys._getframe: the function looks at the program" <<'END2'
def compress(x, limit):
    sys._getframe().f_trace = None
    return right(x, limit)
END2
timed forgotten "has switched off the tracing that counts" <<'END2'
import tracemalloc
def compress(x, limit):
    y = right(x, limit)
    if tracemalloc.is_tracing():
        tracemalloc.reset_peak()
    return y
END2
timed hidden "FAIL bytecodes" <<'END2'
def compress(x, limit):
    y = np.zeros(len(x))
    def loop():
        for i in range(len(x)):
            y[i] = right(x[i], limit)
    worker = threading.Thread(target=loop)
    worker.start()
    worker.join()
    return y
END2

# ---- every type, two axes, scalars, several results
at=types/exercises/forms/types
to=types/solutions/forms/types
mkdir -p $at $to
cp -r "$REGRESS/../forms/curriculum" types
cat >$at/exercise.yaml <<'END2'
format: 1
title: Types
kind: python
blurb: Types.
minutes: 5
teaches: [types]
file: types.py
entry: void mix(const float *a, const unsigned char *b, const short *c, int scale, float factor, float *sum, unsigned char *low, long long *total, int rows, int cols)
args:
  a: {shape: [rows, cols]}
  b: {shape: [rows, cols], fill: "int(0, 255)"}
  c: {shape: [cols]}
  scale: {fill: "int(-3, 200)"}
  factor: {fill: "uniform(-2, 2)"}
  sum: {shape: [rows, cols], output: true}
  low: {shape: [cols, rows], output: true}
  total: {shape: [1], output: true}
cases:
  - {rows: 0, cols: 3}
  - {rows: 3, cols: 0}
  - {rows: 1, cols: 1}
  - {rows: 7, cols: 33}
  - {rows: random(1, 99), cols: random(1, 99), times: 3}
compare: exact
hints: [a, b, c]
END2
cat >$to/reference.c <<'END2'
void reference(const float *a, const unsigned char *b, const short *c,
               int scale, float factor, double *sum, unsigned char *low,
               long long *total, int rows, int cols) {
    total[0] = 0;
    for (int k = 0; k < cols; k++)
        total[0] += (long long)scale * c[k];
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < cols; k++) {
            float scaled = a[r * cols + k] * factor;
            sum[r * cols + k] = (float)(scaled + (float)c[k]);
            low[k * rows + r] = (unsigned char)(b[r * cols + k] + scale);
        }
}
END2
cat >$to/types.py <<'END2'
import numpy as np
def mix(rows, cols, a, b, c, scale, factor):
    assert a.shape == b.shape == (rows, cols) and c.shape == (cols,)
    assert (type(scale), type(factor)) == (int, float)
    assert (a.dtype, b.dtype, c.dtype) == (np.float32, np.uint8, np.int16)
    low = (b.astype(int) + scale).astype(np.uint8)
    total = int(c.astype(np.int64).sum()) * scale
    return a * np.float32(factor) + c.astype(np.float32), low.T, total
END2
cp $to/types.py $at
touch $at/README.md $to/NOTES.md
KATA_ROOT=$PWD/types run kata check types --no-record --file $to/types.py
status 0
sed 's/, low.T/, low/' $to/types.py >untransposed.py
KATA_ROOT=$PWD/types run kata check types --no-record --file untransposed.py
status 1
said "'low' must be an array of uint8 of shape (33, 7)"
sed 's/, low.T, total/, low.T/' $to/types.py >two.py
KATA_ROOT=$PWD/types run kata check types --no-record --file two.py
status 1
said "must return 3 arrays, as a tuple"

# ---- what an author may not write
mkdir -p bad && cp -r "$repo/exercises" "$repo/solutions" "$repo/curriculum" bad
sed -i 's/^  y: .*/  y: {shape: [n], inout: true}/; s/bytecodes/registers/' \
    bad/exercises/cpu/py-vectorise/exercise.yaml
KATA_ROOT=$PWD/bad run kata lint py-vectorise
said "a function of Python returns its results"
said "for python: speedup, bytecodes, peak_memory"

run kata doctor
out "NumPy"
