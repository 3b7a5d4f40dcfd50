# The modelled clock: streams, events, copies and graphs as an H200 timed them,
# the same whatever the workers, told as a timeline; and models of one's own.
. "$REGRESS/lib.sh"
need_nvcc
clock=$REGRESS/../clock
cp "$clock"/*.cu "$clock"/*.h .

run kata sim --gpu h200 all.cu
status 0
grep -v '^#' stdout.txt >modelled.tsv
awk -f "$clock/compare.awk" "$clock/h200.tsv" modelled.tsv ||
    fail "the clock is too far from what an H200 measured"

echo "--- the same with one worker and with three"
some="pipeline_in_chunks a_graph_or_launches the_tail_of_a_kernel a_mixed_bag_of_kernels"
for workers in 1 3; do
    KATASIM_WORKERS=$workers "$KATA" sim --gpu h200 all.cu -- $some \
        >workers.$workers 2>/dev/null
done
[ -s workers.1 ] || fail "nothing was printed"
diff workers.1 workers.3 || fail "times depend on the number of workers"

echo "--- the timeline"
run kata sim --gpu h200 all.cu --timeline t.json -- pipeline_in_chunks
status 0
err "at the same time"
err "critical path"
python3 - <<'PY' || fail "t.json is no trace"
import json
at = json.load(open('t.json'))['traceEvents']
work = [e for e in at if e['ph'] == 'X' and e['cat'] == 'device']
rows = {e['args']['name'] for e in at if e['ph'] == 'M'}
assert {'copy in', 'copy out', 'spin'} <= {e['name'] for e in work}
assert {'device 0', 'host'} <= rows and any(e['args']['critical'] for e in work)
# No two copies in one direction at a time.
ins = sorted((e['ts'], e['dur']) for e in work if e['name'] == 'copy in')
assert all(a + d <= b + 1e-3 for (a, d), (b, _) in zip(ins, ins[1:]))
PY

echo "--- models"
run kata sim --gpu list
status 0
out "rtx4090"
out "pcie_gbs"
# After a program, too.
run kata sim all.cu --gpu list
status 0
out "rtx4090"
# A model that this nvcc does not compile for is refused before anything runs.
printf 'like: t4\ncc: 70\n' >old.yaml
for model in v100 old.yaml; do
    "$(nvcc_path)" --list-gpu-arch | grep -q compute_70 && break
    run kata sim --gpu $model all.cu
    status 5
    err "newer; this model has 7.0"
    err "choose another model"
    no_err "not-simulated"
done
printf 'like: h200\nname: slow link\npcie_gbs: 5.53\n' >slow.yaml
run kata sim --gpu slow.yaml all.cu -- both_ways_at_once copies_by_size
status 0
err "modelled on slow link"
awk -F'\t' '$1 == "in.pinned.32768_KiB" { ok = $2 > 5.4 && $2 < 5.6 }
    END { exit !ok }' stdout.txt || fail "the copies are not a tenth as fast"
printf 'like: h200\npcie_gb: 5\nsms: lots\n' >bad.yaml
run kata sim --gpu bad.yaml all.cu
status 2
err "bad.yaml:2:1"
err "did you mean 'pcie_gbs'"
err "bad.yaml:3:6"
printf 'smem_sm_kib: 400\n' >odd.yaml
run kata sim --gpu odd.yaml all.cu
status 2
err "more than l1_kib"
