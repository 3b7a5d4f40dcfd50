# Programs as people publish them (tests/programs) give the right answers on the
# simulated device, and none of its checks has anything to say about them.
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../programs

# Two at a time: most of it is nvcc.
ls "$programs" | sed -n 's/\.cu$//p' | xargs -P 2 -I NAME \
    sh -c '"$KATA" sim "$1/NAME.cu" >NAME.out 2>NAME.err; echo $? >NAME.status' \
    sh "$programs"

for at in "$programs"/*.cu; do
    name=$(basename "$at" .cu)
    echo "--- $name"
    cat $name.out $name.err
    [ "$(tail -n 1 $name.out)" = ok ] || fail "$name does not say ok"
    same "$(cat $name.status)" 0
done
