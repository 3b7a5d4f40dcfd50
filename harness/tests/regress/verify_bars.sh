# A bar of bandwidth that no GPU has measured compares the solution with itself
# on the simulated device: kata verify says so, and refuses `bytes:` that nothing
# moves.
. "$REGRESS/lib.sh"
need_nvcc
cp -r "$TOY" toy
chmod -R u+w toy
export KATA_ROOT=$PWD/toy
yaml=toy/exercises/basics/copy/exercise.yaml
sed -i 's/^gates:/gates:\n  - {metric: bandwidth, of: copy, at_least: 80%}/' $yaml
# Lines are wrapped: texts are looked for in one long line.
verify() {
    run kata verify copy --on sim --solutions
    tr -s '\n ' ' ' <stdout.txt >flat.txt
    cp flat.txt stdout.txt
}
verify
status 0
out "not proved here: bandwidth of copy at least 80 %. No GPU has measured it"
out "the modelled solution reaches"
run kata verify copy --on sim --solutions --json
json
field '$.rows[0].note' | grep -q "not proved here" || fail "no note"

sed -i 's/bytes: 8 \* n/bytes: 80 * n/' $yaml
verify
status 1
out "\`bytes:\` is too large: it says 5.24 MB"
out "ask for 0.524 MB"
no_out "times the ceiling"
sed -i 's/n: 64K/n: 4M/' $yaml
verify
status 1
out "times the ceiling"

# With a row of a GPU the bar is one.
sed -i 's/bytes: 80 \* n/bytes: 8 * n/' $yaml
printf 'copy\tcopy\t0.95\t3000\t45\t44\t46\tNVIDIA H200\t1\t2026-11-20\n' \
    >toy/solutions/measured.tsv
verify
status 0
no_out "not proved here"
