# However many workers run the blocks of a launch, programs print the same and
# kata counts and reports the same.
. "$REGRESS/lib.sh"
need_nvcc
for n in 1 2 3 7; do
    KATASIM_WORKERS=$n "$KATA" sim --json "$REGRESS/../sim/workers.cu" \
        >$n.json 2>$n.out || fail "$n workers: $(cat $n.out)"
    [ "$(tail -n 1 $n.out)" = ok ] || fail "$n workers do not say ok"
    diff 1.out $n.out || fail "$n workers print something else"
    diff 1.json $n.json || fail "$n workers count something else"
done
grep -c '^block ' 1.out | grep -qx 12 || fail "lines are missing"
