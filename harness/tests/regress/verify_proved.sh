# What kata verify has proved is left out while nothing that it hangs on has
# changed, and judged again after every change; a proof that fails is none.
. "$REGRESS/lib.sh"
need_nvcc
cp -R "$TOY" toy
export KATA_ROOT=$PWD/toy
mutants=toy/solutions/basics/copy
again() { run kata verify --on sim --unchanged proved.tsv copy; }
left_out() { again; status 0; out "proved before"; no_out "rejected by"; }
judged() { again; status "$1"; no_out "proved before"; out "rejected by"; }

run kata verify --on sim --unchanged proved.tsv --proved proved.tsv copy
status 0
no_out "proved before"
grep -q "^copy	[0-9a-f]\{32\}	[0-9a-f]\{32\}$" proved.tsv || fail "no row: $(cat proved.tsv)"
left_out
out "solution                 passes"

# What is measured of another exercise does not touch this one.
measured=toy/solutions/measured.tsv
printf 'copying\tcopy\t0.9\n' >>$measured
left_out
printf 'copy\tcopy\t0.9\n' >>$measured
judged 0
sed -i '$d' $measured
left_out

mkdir -p toy/harness/gate
echo "int verdict;" >toy/harness/gate/new.c
judged 0

# After a change of kata a sample is one wrong kernel, not always the same; after
# a change of the exercise there is no sample of it.
wrong_kernels() { grep -c "rejected by" stdout.txt || true; }
sampled() {
    run kata verify --on sim --unchanged proved.tsv --sample ${1:-1} copy
    status 0
}
for i in 1 2 3 4 5 6; do
    echo "int verdict = $i;" >toy/harness/gate/new.c
    sampled
    out "sampled: one row"
    same "$(wrong_kernels)" 1
    grep "rejected by" stdout.txt >>picked
done
[ "$(sort -u picked | wc -l)" -gt 1 ] || fail "always the same: $(cat picked)"
for i in 1 2 3 4 5 6 7 8 9; do # of one exercise in two: some changes, not all
    echo "int verdict = $i;" >toy/harness/gate/new.c
    run kata verify --on sim --unchanged proved.tsv --sample 2 copy
    wrong_kernels >>taken
done
same "$(sort -u taken | tr '\n' ' ')" "0 1 "
for i in 1 2 3 4 5 6 7 8 9; do # and stubs and solutions, whatever has changed
    echo "int verdict = $i;" >toy/harness/gate/new.c
    run kata verify --on sim --unchanged proved.tsv --sample 2 copy
    grep -c "solution  " stdout.txt >>solutions || true
    grep -c "stub  " stdout.txt >>stubs || true
done
same "$(sort -u stubs | tr '\n' ' ')" "0 1 "
same "$(sort -u solutions | tr '\n' ' ')" "0 1 "
# The words of a wrong solution judge nothing.
sed -i '1a // says: This is a word more.' $mutants/copy.cu
sampled
out "sampled: one row"
sed -i '2s/says:/sees:/' $mutants/copy.cu
sampled
no_out "sampled"
sed -i '2d' $mutants/copy.cu
echo "// a word more" >>$mutants/copy.cu
sampled
no_out "sampled"
out "stub  "
[ "$(wrong_kernels)" -gt 1 ] || fail "a changed exercise was sampled"
sed -i '$d' $mutants/copy.cu
rm -r toy/harness
sampled
no_out "rejected by"
left_out
run kata verify --on sim --unchanged proved.tsv --sample 1 --proved proved.tsv copy
status 2
err "proves nothing"

# Sources that judge other kinds alone do not touch this one.
for other in triton python; do
    mkdir -p toy/harness/$other
    echo "verdict = 1" >toy/harness/$other/new.py
done
left_out
mkdir -p toy/harness/sim
echo "int verdict;" >toy/harness/sim/new.c
judged 0
rm -r toy/harness
left_out

# A kernel that is right is no wrong one: not proved, and said so each time.
for right in "$mutants"/mutants/*.cu; do break; done
{ head -n 1 "$right"; cat "$mutants"/copy.cu; } >right.cu
cp right.cu "$right"
judged 1
run kata verify --on sim --proved proved.tsv copy
status 1
! grep -q "^copy	" proved.tsv || fail "proved, though a row has failed"
judged 1

run kata verify --on sim --solutions --proved proved.tsv copy
status 2
err "all rows"
run kata verify --proved proved.tsv copy
status 2
err "--on sim"

# What has no kernel proves itself as a whole, and is left out as a whole.
export KATA_ROOT="$REGRESS/../../.."
of_quiz() { run kata verify quiz-warps --on sim --unchanged papers.tsv "$@"; }
of_quiz --proved papers.tsv
status 0
grep -q "^quiz-warps	[0-9a-f]\{32\}	" papers.tsv || fail "no row of a quiz"
of_quiz --sample 1
status 0
out "right answers"
of_quiz --sample 999983
status 2
out "proved before and left out: 1 row of stubs"
err "nothing was verified"
sed -i 's/^quiz-warps	./quiz-warps	x/' papers.tsv
of_quiz --sample 999983
status 0
out "right answers"
