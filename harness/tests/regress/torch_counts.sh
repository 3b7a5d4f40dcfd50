# Kind python with PyTorch: tensors of several types without hidden tests, and
# counts that are known by hand.
. "$REGRESS/lib.sh"
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
"$python" -I -c 'import torch' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no PyTorch here (make torch)"
said() {
    tr -s '\n ' '  ' <stdout.txt | grep -qF -- "$1" ||
        fail "stdout does not say: $1"
}

at=form/exercises/forms/tensors
to=form/solutions/forms/tensors
mkdir -p $at $to
cp -r "$REGRESS/../forms/curriculum" form
cat >$at/exercise.yaml <<'END2'
format: 1
title: Tensors
kind: python
blurb: Tensors.
minutes: 5
teaches: [tensors]
machine: [torch]
file: tensors.py
entry: void mix(const float *a, const short *b, int scale, float factor, float *sum, long long *total, int rows, int cols)
args:
  a: {shape: [rows, cols]}
  b: {shape: [cols], fill: "int(-9, 9)"}
  scale: {fill: "int(-3, 200)"}
  factor: {fill: "uniform(-2, 2)"}
  sum: {shape: [rows, cols], output: true}
  total: {shape: [1], output: true}
cases:
  - {rows: 0, cols: 3}
  - {rows: 3, cols: 0}
  - {rows: random(1, 99), cols: random(1, 99)}
compare: {rtol: 1e-6, atol: 1e-6}
measure: {rows: 64, cols: 256, bytes: 4 * rows * cols}
gates:
  - {metric: operators, at_most: 4}
  - {metric: peak_tensors, at_most: 2.05}
  - {metric: kept_tensors, at_most: 1.001}
hints: [a, b, c]
END2
cat >$to/reference.c <<'END2'
void reference(const float *a, const short *b, int scale, float factor,
               double *sum, long long *total, int rows, int cols) {
    total[0] = 0;
    for (int k = 0; k < cols; k++)
        total[0] += (long long)scale * b[k];
    for (int i = 0; i < rows * cols; i++)
        sum[i] = (double)a[i] * factor + b[i % cols];
}
END2
cat >$to/tensors.py <<'END2'
import torch
def mix(rows, cols, a, b, scale, factor):
    assert a.shape == (rows, cols) and b.shape == (cols,)
    assert (a.dtype, b.dtype) == (torch.float32, torch.int16)
    assert (type(scale), type(factor)) == (int, float)
    h = a * factor
    h = h + b
    return h, b.sum(dtype=torch.int64) * scale
END2
cp $to/tensors.py $at
touch $at/README.md $to/NOTES.md
form() { KATA_ROOT=$PWD/form run kata check tensors --no-record --file "$1"; }
form $to/tensors.py
status 0
said "operators 4 at most 4"
sed 's/h = h + b/h = (h + 0) + b/' $to/tensors.py >one-more.py
form one-more.py
status 1
said "operators: 5, counted by PyTorch's own profiler (at most 4)"
sed 's/    h = h + b/    k = h + b; h = k.relu() - (-k).relu()/' $to/tensors.py >more.py
form more.py
status 1
said "FAIL peak tensors"
sed 's/^def/held = []\ndef/; s/h = h + b/held.append(h); h = h + b/' \
    $to/tensors.py >holds.py
form holds.py
status 1
said "kept tensors: 2, 131.1 kB left"

# The same, with the words replaced in which the profiler tells what it saw.
cat - holds.py >repainted.py <<'END2'
import sys, torch
assert 'tensors' not in sys.modules and 'kata_tests' not in sys.modules
event = torch._C._autograd.ProfilerEvent
event.cpu_memory_usage = lambda e: 0
event.kind = event.name = lambda e: 'pop'
END2
form repainted.py
status 1
said "kept tensors: 2, 131.1 kB left"
# Numbers in NumPy's hands are counted by nobody.
sed 's/    h = a \* factor/    h = torch.from_numpy(a.numpy() * factor)/' \
    $to/tensors.py >numpy.py
form numpy.py
status 4
said "numpy() hands the numbers of a tensor to NumPy or Python"
sed 's/a \* factor/a.mul_(factor)/' $to/tensors.py >in-place.py
form in-place.py
status 1
said "'a' is an input, and the function changed it"
sed 's/h, b.sum/h.T, b.sum/' $to/tensors.py >turned.py
form turned.py
status 1
said "'sum' must be a tensor of float32 of shape"
