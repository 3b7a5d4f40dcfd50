# What an output holds before the call is nobody's: to add to it is named.
. "$REGRESS/lib.sh"
need_nvcc
kata start toy >/dev/null
kata next >/dev/null
kata next copy >/dev/null

sed 's/out\[i\] = /out[i] += /' "$TOY/solutions/basics/copy/copy.cu" >adds.cu
grep -q '+=' adds.cu || fail "copy.cu is not as this test knows it"
run kata check copy --on sim --no-record --file adds.cu
status 1
out "that nothing has written before"
out "uninitialised-global"

# Cleared first, it is right.
sed 's/\(.*\)<<</    cudaMemset(out, 0, n * sizeof *out);\n&/' adds.cu >clears.cu
run kata check copy --on sim --no-record --file clears.cu
status 0
