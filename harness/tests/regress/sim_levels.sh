# One library for every x86-64: what it has for processors with AVX2 is chosen
# when a program starts, computes the same and counts the same.
. "$REGRESS/lib.sh"
need_nvcc
[ "$(uname -m)" = x86_64 ] || skip "another processor: there is one level"
lib=$(dirname "$(dirname "$KATA")")/lib
[ "$(cat "$lib/levels")" = "base v3" ] || skip "built for this processor: make LEVELS='base v3'"

objdump -d "$lib/sim-base.o" >base.s
grep -q 'xmm' base.s || fail "objdump shows nothing"
grep -q 'ymm' base.s && fail "the base level has instructions of AVX"

for name in compute warps; do
    for level in base best; do
        echo "--- $name, $level"
        KATASIM_LEVEL=$level "$KATA" sim "$REGRESS/../sim/$name.cu" --json \
            >$name.$level 2>$name.err || true # what it says is compared
        grep -q thread_insts $name.$level || fail "$name: no counters"
    done
    # addresses are not the same twice
    sed -i 's/"address":"*[^,}]*//g' $name.base $name.best
    diff $name.base $name.best >/dev/null || fail "$name differs with AVX2"
done

# Programs do get the variable.
cat >level.cu <<'END'
#include <cstdio>
#include <cstdlib>
int main() { printf("level %s\n", getenv("KATASIM_LEVEL")); }
END
KATASIM_LEVEL=base run kata sim level.cu
out "level base"
