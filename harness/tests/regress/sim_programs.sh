# The programs of tests/sim run on the simulated device as they do on a GPU (an
# H200 ran each of them): they check themselves and say "ok".
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../sim
all="patterns compute language warps memory runtime integers halves math errors matrices blas textures graphs"

# Two at a time: most of it is nvcc. What follows finds them in the cache.
printf '%s\n' library $all | xargs -P 2 -I NAME \
    sh -c '"$KATA" sim "$1/NAME.cu" >NAME.out 2>NAME.err; echo $? >NAME.status' \
    sh "$programs"

for name in library $all; do
    echo "--- $name"
    cat $name.out $name.err
    [ "$(tail -n 1 $name.out)" = ok ] || fail "$name does not say ok"
    # Impossible launches, which the program survives, are told all the same.
    case $name in errors | memory) want=1 ;; *) want=0 ;; esac
    same "$(cat $name.status)" $want
done
grep -q 'bad-launch' errors.err || fail "no word of the impossible launches"

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
bounds host-pointer
null null pointer
misaligned misaligned
assert assert
trap trap instruction
END

# Several devices, and what is said of one that is lost.
run kata sim --devices 2 "$programs/devices.cu"
status 1 # streams on the wrong device, which the program survives
out "ok"
err "other-device-stream"
run kata sim --devices 3 "$programs/devices.cu" -- lost
out "ok"
err "allocated at devices.cu:118"
run kata sim --devices 9 "$programs/devices.cu"
status 2
err "from 1 to 8"

# What is untidy is a note, and no fault.
cat >untidy.cu <<'END'
__global__ void k(int *p) { *p = 1; }
int main(int argc, char **) {
    int *p;
    for (int i = 0; i < 3; i++) cudaMalloc(&p, 100);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    if (argc > 1) k<<<1, 5000>>>(p);
}
END
run kata sim untidy.cu
status 0
err "untidy.cu:4: 300 bytes of memory, in 3 allocations, were never freed"
run kata sim untidy.cu -- x
status 1
err "unasked-error"
err "untidy.cu:7"
