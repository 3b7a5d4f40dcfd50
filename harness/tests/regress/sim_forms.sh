# Fills, models and element types, from YAML to verdict: solutions pass, wrong
# kernels are rejected for the reason that they state.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT=$REGRESS/../forms
run kata lint
status 0
out "0 errors, 0 warnings"
run kata verify --on sim
status 0
out "as they should be"
no_out "FAIL"

# A lost NaN is told as one.
run kata check larger --on sim --no-record --file \
    "$KATA_ROOT/solutions/forms/larger/mutants/fmaxf.cu"
status 1
out "expected nan"
out "should be NaN"
out "fmaxf returns the number"

run kata check larger --on sim --no-record --json --file \
    "$KATA_ROOT/solutions/forms/larger/mutants/fmaxf.cu"
json
same "$(field '$.cases[#-1].first[0].expected')" nan
