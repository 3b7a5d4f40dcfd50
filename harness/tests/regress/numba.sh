# Kind python with Numba: what the file compiles runs in the sandbox, and stays
# for the next case; other code does not become executable.
. "$REGRESS/lib.sh"
repo=$(dirname "$(dirname "$(dirname "$TOY")")")
export KATA_ROOT=$repo
solution=$repo/solutions/cpu/py-numba/py-numba.py
check() { run kata check py-numba --no-record --quick --file "$@"; }

# ---- without it: what is missing, and how to get it
run env KATA_PYTHON=/bin/false "$KATA" verify py-numba
status 2
tr -s '\n ' '  ' <stdout.txt | grep -qF "no Numba (make numba)" ||
    fail "does not say why"
err "nothing was verified"

python=${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}
"$python" -I -c 'import numba' 2>/dev/null ||
    skip "SKIPPED LOUDLY: no Numba here (make numba)"

check "$solution"
status 0
out "16 cases"

# ---- memory that is written and executable at once: the process ends. Numba
# has loaded ctypes, which a file may not name.
{
    cat "$solution"
    echo
    echo 'import sys'
    echo 'name = "cty" + "pes"'
    echo 'sys.modules[name].CDLL(None).mmap(None, 4096, 6, 0x22, -1, 0)'
} >both.py
check both.py
status 4
no_out "exception at"

# ---- a file that becomes code: a module that is not there yet
{
    cat "$solution"
    echo
    echo 'import mmap'
} >file.py
check file.py
status 4
out "failed to map segment"
