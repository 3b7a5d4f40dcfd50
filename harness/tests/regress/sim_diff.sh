# The programs of tests/diff print on the simulated device what an H200 printed.
. "$REGRESS/lib.sh"
need_nvcc
diff=$REGRESS/../diff
names=$(cd "$diff" && ls *.cu | sed 's/\.cu$//')

printf '%s\n' $names | xargs -P 2 -I NAME \
    sh -c '"$KATA" sim --gpu h200 "$1/NAME.cu" >NAME.out 2>NAME.err
           echo $? >NAME.status' sh "$diff"

bad=0 programs=0
for name in $names; do
    want=$diff/h200/$name.out
    if [ ! -f "$want" ]; then
        echo "$name: no GPU has been asked yet: sh harness/tests/diff/record.sh"
        bad=1
        continue
    fi
    programs=$((programs + $(grep -c '^== ' "$want") - 1))
    if ! awk -f "$diff/compare.awk" "$want" "$name.out"; then
        echo "--- $name differs"
        head -20 "$name.err"
        bad=1
    elif [ "$(cat "$name.status")" != 0 ] &&
        ! grep -q '^// wrong on purpose' "$diff/$name.cu"; then
        echo "--- $name: the device has something to say"
        cat "$name.err"
        bad=1
    fi
done
echo "$programs programs"
[ $bad = 0 ] || fail "not what the GPU printed"

# The comparison has teeth: one unit too many, a line too few.
printf 'a f32 ~3 00000001\nb = 1\n' >want
printf 'a f32 ~3 80000002\nb = 1\n' >near
printf 'a f32 ~3 80000003\nb = 1\n' >far
printf 'a f32 ~3 00000001\n' >short
awk -f "$diff/compare.awk" want near || fail "three steps are not within three"
! awk -f "$diff/compare.awk" want far >/dev/null || fail "four steps pass"
! awk -f "$diff/compare.awk" want short >/dev/null || fail "a missing line passes"
