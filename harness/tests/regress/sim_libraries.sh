# cuBLAS and NCCL on the simulated device: programs that check themselves, what
# is told of their mistakes.
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../sim
export KATASIM_DEVICES=4

run kata sim "$programs/blas.cu"
status 0
out ok
err cublasSgemm

# With loops of our own instead of the machine's BLAS.
KATASIM_BLAS=none run kata sim "$programs/blas.cu"
status 0
out ok

run kata sim "$programs/lt.cu" -lcublasLt
status 0
out ok
err cublasLtMatmul

run kata sim "$programs/nccl.cu"
status 0
out ok
err ncclAllReduce

run kata sim "$programs/curand.cu"
status 0
out ok

# A rank that nobody calls for is told of, not waited for.
run kata sim "$programs/nccl.cu" -- alone
out ok
if grep -q '4 ranks' stdout.txt; then
    status 1
    err "rank 0 waits in ncclAllReduce for ranks 1, 2 and 3 of 4"
    err "ncclGroupStart()"
fi

cat >wrong.cu <<'END'
#include <cublas_v2.h>
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv) {
    int mistake = atoi(argv[1]);
    float *a, *b, one = 1, zero = 0;
    static float host[64];
    cublasHandle_t h;
    cublasCreate(&h);
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMalloc(&b, 64 * sizeof *a);
    cudaMemset(a, 0, 256);
    cudaMemset(b, 0, 256);
    if (mistake == 1) // what is on the host
        cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, host, 8, b, 8,
                    &zero, a, 8);
    if (mistake == 2) // more than was allocated
        cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 9, 8, &one, a, 8, b, 8,
                    &zero, b, 8);
    if (mistake == 3) { // what was freed
        cudaFree(a);
        cublasSscal(h, 8, &one, a, 1);
    }
    if (mistake == 4) // a host scalar in device mode
        cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE),
            cublasSscal(h, 8, &one, a, 1);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
END
while read -r mistake words; do
    run kata sim wrong.cu -- "$mistake"
    status 1
    out cudaErrorIllegalAddress
    tr -s ' \n' ' ' <stderr.txt >flat.txt
    grep -qF "$words" flat.txt || fail "no word of: $words"
done <<'END'
1 cublasSgemm was given an address of host memory for matrix A
2 cublasSgemm reads matrix B beyond its allocation
3 cublasSscal was given memory that was freed for vector x
4 cublasSscal was given an address of host memory for a scalar (the pointer mode is device)
END

# The memory of an epilogue is looked at as that of a matrix is.
cat >epilogue.cu <<'END'
#include <cstdio>
#include <cstdlib>
#include <cublasLt.h>
int main(int argc, char **argv) {
    int mistake = atoi(argv[1]);
    float *a, *bias, *host = new float[64], one = 1, zero = 0;
    cublasLtHandle_t h;
    cublasLtMatmulDesc_t e;
    cublasLtMatrixLayout_t l;
    cublasLtEpilogue_t how = CUBLASLT_EPILOGUE_BIAS;
    cublasLtCreate(&h);
    cudaMalloc(&a, 256);
    cudaMalloc(&bias, mistake == 1 ? 28 : 32);
    cudaMemset(a, 0, 256);
    if (mistake != 3) cudaMemset(bias, 0, 28);
    if (mistake == 0) cudaMemset(bias, 0, 32);
    if (mistake == 2) bias = host;
    cublasLtMatmulDescCreate(&e, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(e, CUBLASLT_MATMUL_DESC_EPILOGUE, &how, 4);
    cublasLtMatmulDescSetAttribute(e, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                   8);
    cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 8, 8, 8);
    cublasLtMatmul(h, e, &one, a, l, a, l, &zero, a, l, a, l, 0, 0, 0, 0);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
END
run kata sim epilogue.cu -lcublasLt -- 0
status 0
while read -r mistake words; do
    run kata sim epilogue.cu -lcublasLt -- "$mistake"
    status 1
    tr -s ' \n' ' ' <stderr.txt >flat.txt
    grep -qF "$words" flat.txt || fail "no word of: $words"
done <<'END'
1 cublasLtMatmul reads the bias beyond its allocation
2 cublasLtMatmul was given an address of host memory for the bias
3 cublasLtMatmul reads 32 bytes of the bias, and nothing has written 32
END

# A collective is work of its streams: it comes after what they were given on
# any rank, what they are given comes after it, and nothing else does.
cat >order.cu <<'END'
#include <cstdlib>
#include <nccl.h>
__global__ void add(float *x) { x[threadIdx.x] += 1; }
int main(int argc, char **argv) {
    int mistake = atoi(argv[1]);
    float *x[2];
    ncclComm_t comm[2];
    cudaStream_t s[2], other[2];
    ncclCommInitAll(comm, 2, NULL);
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaStreamCreateWithFlags(&s[d], cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&other[d], cudaStreamNonBlocking);
        cudaMalloc(&x[d], 128);
        cudaMemset(x[d], 0, 128);
        cudaDeviceSynchronize();
        add<<<1, 32, 0, mistake == 1 ? other[d] : s[d]>>>(x[d]);
    }
    ncclGroupStart();
    for (int d = 0; d < 2; d++)
        ncclAllReduce(x[d], x[d], 32, ncclFloat, ncclSum, comm[d], s[d]);
    ncclGroupEnd();
    cudaSetDevice(1);
    add<<<1, 32, 0, mistake == 2 ? other[1] : s[1]>>>(x[1]);
    cudaStreamSynchronize(s[1]);
    cudaSetDevice(0); // s[0] has met s[1]
    add<<<1, 32, 0, s[0]>>>(x[0]);
    cudaDeviceSynchronize();
}
END
run kata sim order.cu -- 0
status 0
no_err 'either order'
for mistake in 1 2; do
    run kata sim order.cu -- $mistake
    status 1
    tr -s ' \n' ' ' <stderr.txt >flat.txt
    grep -q 'ncclAllReduce.*either order' flat.txt || fail "no race $mistake"
done

# A shipped baseline may be checked, with the library that no exercise has.
export KATA_ROOT=$(cd "$REGRESS/../../.." && pwd)
baseline=$KATA_ROOT/solutions/linear/gemv/baseline.cu
run kata check gemv --on sim --file "$baseline"
status 0
out 'PASS'
# In a curriculum whose folders are links as well.
mkdir linked && ln -s "$KATA_ROOT"/* "$KATA_ROOT/.build" linked/
KATA_ROOT=$PWD/linked run kata check gemv --on sim --file "$baseline"
status 0
out 'PASS'
cp "$baseline" mine.cu
run kata check gemv --on sim --file mine.cu
status 3
out 'belongs to cuBLAS'

# Monitors and benchmarks ask NVML what the device is.
run kata sim "$programs/nvml.cpp" -lnvidia-ml
status 0
out ok

# Old programs call cuBLAS without handles.
run kata sim "$programs/blas_before.cu" -lcublas
status 0
out ok
run kata sim "$programs/blas_before.cu" -lcublas -- too-large
status 1
err "blas_before.cu:17"
