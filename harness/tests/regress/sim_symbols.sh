# libkatasim.a offers what cuda_api.def, cu_api.def, sim.h, library.h and progress.h say, and nothing
# else: a program's own names must not meet ours. Inline functions of the headers are no symbols.
. "$REGRESS/lib.sh"
sim=$REGRESS/../../sim
lib=$(dirname "$(dirname "$KATA")")/lib
[ -e "$lib/libkatasim.a" ] || skip "SKIPPED LOUDLY: libkatasim.a is not built (make lib)"

{
    sed -n 's/^CUDA_API([^,]*, *\([A-Za-z0-9_]*\),.*/\1/p' "$sim/cuda_api.def"
    sed -n 's/^CU_API([^,]*, *\([A-Za-z0-9_]*\)[,)].*/\1/p' "$sim/cu_api.def"
    sed -n 's/^CU_PER_THREAD(\([A-Za-z0-9_]*\), *\(_pt[sd][sz]\))/\1\2/p' "$sim/cu_api.def"
    cat "$sim/sim.h" "$sim/library.h" "$sim/progress.h" | grep -v '^static inline' |
        grep -o '\bsim_[a-z_]*(' | tr -d '('
} | sort -u >said
[ "$(wc -l <said)" -gt 150 ] || fail "the lists are not read"

nm -g --defined-only "$lib/libkatasim.a" 2>/dev/null |
    awk 'NF == 3 { print $3 }' | sort -u >offered
diff said offered || fail "< is missing, > is too much"
