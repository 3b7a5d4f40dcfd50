# A call has the exercise's time, on a crowded machine six times as much, and what
# KATA_RUN_S says if that is more.
. "$REGRESS/lib.sh"
need_nvcc
unset KATA_RUN_S
cp -R "$TOY" toy
export KATA_ROOT=$PWD/toy
yaml=toy/exercises/basics/copy/exercise.yaml
grep -q '^limits: {seconds: 20}' $yaml || fail "the toy has another time"
sed -i 's|^limits:.*|limits: {seconds: 1}|' $yaml
{
    echo '#include <time.h>'
    sed 's/<<<.*/&\n    for (time_t end = time(0) + 8; time(0) < end;) {}/' toy/solutions/basics/copy/copy.cu
} >slow.cu
run kata check copy --no-record --file slow.cu
status 4
out "No answer within 1 seconds"
KATA_RUN_S=300 run kata check copy --no-record --file slow.cu
no_out "No answer within"
out "correct   ok"
echo ok
