# CUB's and Thrust's algorithms on the simulated device: right answers, and no
# word from its checks. Compiling them takes minutes, so only when asked:
#
#   KATA_LONG=1 harness/tests/regress/run.sh sim_long
. "$REGRESS/lib.sh"
[ "${KATA_LONG:-0}" = 1 ] || skip "takes minutes: KATA_LONG=1 has it run"
need_nvcc
export KATA_COMPILE_S=900

for at in "$REGRESS"/../programs/long/*.cu; do
    run kata sim "$at"
    [ "$(tail -n 1 stdout.txt)" = ok ] || fail "$(basename "$at") does not say ok"
    status 0
done
