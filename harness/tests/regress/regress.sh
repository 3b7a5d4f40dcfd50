# What has passed runs again as it was; slower or wrong is exit status 1, and
# the change in the machine is told apart from the change in code.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
run kata regress
status 0
out "no kernel or program has passed yet"
need_nvcc

good=$TOY/solutions/*/copy/copy.cu
mkdir -p work/copy
cp $good work/copy/copy.cu
run kata check copy --on sim --gpu h100
status 0
echo "not even C" >work/copy/copy.cu # the last pass counts, not this
run kata regress --json
status 0
json
same "$(field '$.exercises[0].result')" same
same "$(field '$.regressed')" 0

# The same source was twice as fast then: under another nvcc.
faster() {
    sql "INSERT INTO machine(hash, json) SELECT '$1', json_set(json, '\$.nvcc',
         '$2') FROM machine LIMIT 1;
         INSERT INTO attempt(at, exercise, verdict, stage, device, backend,
         modelled, summary, version, harness, source, machine, seed, seconds,
         median_us, lo_us, hi_us) SELECT at, exercise, verdict, stage, device,
         backend, modelled, summary, version, harness, $3, '$1', seed, seconds,
         median_us / 2, lo_us / 2, hi_us / 2 FROM attempt WHERE id = 1"
}
faster m1 1.0 source
run kata regress
status 1
out "slower"
out "+100.0 %"
out "Your code is the same; the machine has changed."
out "was 1.0"
out "1 slower"

# A faster attempt with another source, and then the first once more: code.
rm -f "$KATA_DB"*
kata start toy >/dev/null
cp $good work/copy/copy.cu
kata check copy --on sim --gpu h100 >/dev/null
sql "INSERT INTO source(hash, size, zstd) SELECT 'other', size - 1, zstd
     FROM source"
faster m2 "$(sql "SELECT json_extract(json, '\$.nvcc') FROM machine")" "'other'"
echo "// once more" >>work/copy/copy.cu
kata check copy --on sim --gpu h100 >/dev/null
run kata regress --json
status 1
same "$(field '$.exercises[0].cause')" code
