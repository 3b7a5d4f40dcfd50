# Kind python with CUDA in it: traps at the line of the file, mistakes of the
# border between Python and C, and files that lie rejected.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
"$python" -I -c 'import torch' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no PyTorch here (make torch)"
export KATA_ROOT=$repo
solution=$repo/solutions/pytorch/ext-hello/ext-hello.py
check() { run kata check ext-hello --no-record --file "$@"; }
said() {
    tr -s '\n ' '  ' <stdout.txt | grep -qF -- "$1" ||
        fail "stdout does not say: $1"
}

check "$solution"
status 0
said "PASS: 6 cases and every gate"

# changed NAME STATUS WORDS SED-EXPRESSION [option]: the solution, changed.
changed() {
    sed "$4" "$solution" >"$1.py"
    ! cmp -s "$1.py" "$solution" || fail "$1: nothing was changed"
    check "$1.py" ${5:-}
    status "$2"
    said "$3"
}

# ---- mistakes, at their line
changed bounds 4 "out-of-bounds at bounds.py:11" 's/if (i < n) y/y/' --quick
changed syntax 3 "syntax.py(" 's/long long i = /long lang i = /' --quick
changed no_source 3 "no string SOURCE at the top level" 's/^SOURCE/TEXT/;s/load(SOURCE)/load(TEXT)/' --quick
# SOURCE is read, not run: pieces that +, loops and methods join keep their
# lines; of what is not understood kata says that this is its limit.
pieces() {
    sed 's/^SOURCE = r"""/CODE = r"""/; s/^lib = load(/for kind in ["float"]:\n    SOURCE += CODE.replace("float", kind)\n&/; 0,/^CODE/s/^CODE/SOURCE = "\/\/ of pieces\\n"\n&/' "$solution"
}
pieces >pieces.py
grep -q 'SOURCE += CODE.replace' pieces.py || fail "no pieces"
check pieces.py
status 0
pieces | sed 's/if (i < n) y/y/' >pieces_out.py
line=$(grep -n ' y\[i\]' pieces_out.py | cut -d: -f1)
check pieces_out.py --quick
status 4
said "out-of-bounds at pieces_out.py:$line"
changed unread 3 "cannot read SOURCE. This need not be a mistake of yours, it is a limit of kata" \
    's/^lib = /SOURCE = "".join(map(str, SOURCE))\n&/' --quick
changed escapes 3 "SOURCE has escapes, such as" 's/^SOURCE = r"""/SOURCE = """\\n/' --quick
changed no_name 1 "no_name.py:" 's/^extern "C" //' --quick
changed host_touch 4 "host-touch" \
    's/    if (n == 0) return 0;/    if (n == 0 || *x > 1e30f) return 0;/' --quick

# ---- lies: each would pass if it were believed
# after NAME STATUS WORDS: the solution, with the lines on stdin at its end.
after() {
    { cat "$solution" && cat; } >"$1.py"
    check "$1.py" ${4:-}
    status "$2"
    said "$3"
}
# PyTorch does the work, and nothing is launched.
after torch_ops 1 "PyTorch computes here" <<'END2'
@torch.library.register_kernel("practice::scale_shift", "cpu")
def instead(x, a, b):
    return a * x + b
END2
# A kernel is launched for show, and PyTorch does the work.
sed 's/long long i = .*/long long i = n;/' "$solution" >shown.py
cat >>shown.py <<'END2'
@torch.library.register_kernel("practice::scale_shift", "cpu")
def instead(x, a, b):
    y = x.new_empty(x.shape)
    lib.scale_shift(x.data_ptr(), a, b, y.data_ptr(), x.numel())
    return y.copy_(a * x + b)
END2
check shown.py
status 1
said "PyTorch computes here"
# Something is launched, and the result is another tensor.
after kept 1 "elements of" --quick <<'END2'
@torch.library.register_kernel("practice::scale_shift", "cpu")
def instead(x, a, b):
    other = x.new_empty(x.shape)
    lib.scale_shift(x.data_ptr(), a, b, other.data_ptr(), x.numel())
    return torch.zeros_like(x)
END2
