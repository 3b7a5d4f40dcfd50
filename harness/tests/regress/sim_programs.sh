# The programs of tests/sim run on the simulated device as they do on a GPU (an
# H200 ran each of them, but for tma and wgmma): they check themselves and say
# "ok".
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../sim
all="patterns compute language warps memory runtime integers halves math errors matrices blas textures graphs tma wgmma"

# Two at a time: most of it is nvcc. What follows finds them in the cache.
printf '%s\n' library $all | xargs -P 2 -I NAME \
    sh -c '"$KATA" sim "$1/NAME.cu" >NAME.out 2>NAME.err; echo $? >NAME.status' \
    sh "$programs"

for name in library $all; do
    echo "--- $name"
    cat $name.out $name.err
    [ "$(tail -n 1 $name.out)" = ok ] || fail "$name does not say ok"
    # Wrong sizes and directions of copies, which the program survives, are told
    # all the same; launches that fail and whose error it asks for are notes.
    case $name in errors | memory) want=1 ;; *) want=0 ;; esac
    same "$(cat $name.status)" $want
done
# All of them: the screen stops after a few.
run kata sim "$programs/errors.cu" --json
out '"bad-launch"'

# Device printf, as the GPU has it.
cat >printed <<'END'
-5 6 4000000000 beef BEEF 10 q %
[   42] [42   ] [00042] [+42] [0x2a] [ 42]
-1 -2 18446744073709551615 abcdef
1.500000 3.142     2.50 1.234568e+04 1e-10 1E+20 0x1p+0
text [     right] [left      ] [cu] 0x1234
[    42]
no arguments
1 and 2.000000, 3 and four
1 2 3 4
ok
END
diff printed language.out || fail "printf differs"

# What loses the device, and what kata says of it.
while read -r how kind; do
    run kata sim "$programs/sticky.cu" -- "$how"
    status 1
    out "ok"
    err "$kind"
    err "sticky.cu:"
done <<'END'
bounds past the end of a 400-byte allocation
null null pointer
misaligned misaligned
assert assert
trap trap instruction
END
