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

# An error ends a kernel, and the program waits for it for ever.
cat >forever.cu <<'END'
__global__ void outside(int *p) { p[1 << 20] = 0; }
int main() {
    int *p;
    cudaMalloc(&p, sizeof *p);
    outside<<<1, 1>>>(p);
    while (cudaDeviceSynchronize()) {
    }
}
END
run kata sim --build 'nvcc forever.cu -o forever' -- /bin/true
run timeout -s INT 8 "$KATA" sim --build true -- ./forever
err "outside(int*) was stopped by an error; now the program's own code runs."
err "out-of-bounds"

# Killed, as Linux does it when memory is used up.
cat >dies.cu <<'END'
#include <csignal>
int main() {
    cudaFree(0);
    raise(SIGKILL);
}
END
run kata sim dies.cu --gpu h100
err "the program died: Killed"
err "kata sim --gpu list all of them"

# Work of a library, and copies, are no code of the program's.
cat >others.cu <<'END'
#include <cublas_v2.h>
int main(int argc, char **) {
    enum { N = 1024 };
    void *p;
    cuDoubleComplex c = {1, 0};
    cudaMallocHost(&p, 16 * N * N);
    void *d;
    cudaMalloc(&d, 16 * N * N);
    cudaMemset(d, 0, 16 * N * N);
    cublasHandle_t h;
    cublasCreate(&h);
    for (int i = 0; i < 100000; i++)
        if (argc > 1)
            cudaMemcpy(p, d, 16 * N * N, cudaMemcpyDeviceToHost);
        else
            cublasZgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &c, (cuDoubleComplex *)d, N,
                        (cuDoubleComplex *)d, N, &c, (cuDoubleComplex *)d, N);
}
END
run kata sim --build 'nvcc others.cu -o others -lcublas' -- /bin/true
run timeout -s INT 8 "$KATA" sim --build true -- ./others
err "launches so far, now cublasZgemm"
run timeout -s INT 8 "$KATA" sim --build true -- ./others copies
err "0 launches so far, now a copy"

# Twice, as with a time limit that kata passes on, or by a hand that is in a
# hurry: the second one comes while the program still tells what it saw.
sed -i 's/    quick<<<1, 1>>>/    for (int i = 0; i < 5000; i++) quick<<<1, 1>>>/' long.cu
run kata sim --build 'nvcc long.cu -o long' -- /bin/true
rm stderr.txt
"$KATA" sim --build true -- ./long 2>stderr.txt &
kata=$!
for ((i = 0; i < 300; i++)); do
    grep -qs "kata sim: 5 s" stderr.txt && break
    sleep 0.1
done
read -r program </proc/$kata/task/$kata/children
for ((i = 0; i < 20; i++)); do
    kill -TERM "$program" 2>/dev/null || break
    sleep 0.001
done
wait $kata
err "quick"
err "the program died"
