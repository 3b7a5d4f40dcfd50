# A program that runs long: a word about the launch that runs, and a time limit
# or Ctrl-C that still shows what was seen.
. "$REGRESS/lib.sh"
need_nvcc
cat >long.cu <<'END'
__global__ void quick(int *p) { p[40] = 0; }
__global__ void slow(float *out, int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++) x = x * 0.5f + 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
int main() {
    float *out;
    cudaMalloc(&out, 100000 * 256 * sizeof *out);
    quick<<<1, 1>>>((int *)out);
    cudaDeviceSynchronize();
    slow<<<100000, 256>>>(out, 100000);
    cudaDeviceSynchronize();
}
END
# Compiled before, so that the time is the program's.
for signal in TERM INT; do
    run kata sim --build 'nvcc long.cu -o long' -- /bin/true
    run timeout -s $signal 8 "$KATA" sim --build true -- ./long
    err "kata sim: 5 s: launch 2, slow(float*, int): "
    err "of 100000 blocks"
    err "quick" # it had ended, and is in the table
    err "the program died"
done

# More than once, as a time limit that kata passes on, or a hand that is in a
# hurry: what was seen is told all the same.
set -m # a group of its own, which takes the signals
"$KATA" sim --build true -- ./long 2>stderr.txt &
group=$!
for ((i = 0; i < 300; i++)); do
    grep -q "kata sim: 5 s" stderr.txt && break
    sleep 0.1
done
for ((i = 0; i < 20; i++)); do
    kill -TERM -- -$group 2>/dev/null || break
done
wait $group
set +m
err "quick"
err "the program died"
