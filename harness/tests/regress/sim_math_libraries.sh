# cuDNN, cuFFT, cuRAND, cuSPARSE and cuSOLVER on the simulated device: programs that
# compare them with what the host computes, and what is told of mistakes.
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../sim
export KATASIM_DEVICES=2

run kata sim "$programs/dnn.cu" -lcudnn
status 0
out ok
err cudnnConvolutionFo

run kata sim "$programs/fft.cu" -lcufft
status 0
out ok
err cufftExecC2C

run kata sim "$programs/rand.cu" -lcurand
status 0
out ok
err curandGenerate

run kata sim "$programs/blas_levels.cu" -lcublas
status 0
out ok
err cublasZtrmm
# The header is one of C's, too.
printf '#include <cublas_v2.h>\n#include <cusparse_v2.h>\nint main(void) { return 0; }\n' >c_too.c
run kata sim c_too.c -lcublas
status 0

run kata sim "$programs/sparse.cu" -lcusparse
status 0
out ok
err cusparseSpMV

run kata sim "$programs/sparse_pattern.cu" -lcusparse
status 0
out ok
err cusparseSpGEMM_com

run kata sim "$programs/solver.cu" -lcusolver -lcublas
status 0
out ok
err cusolverDnDgetrf

run kata sim "$programs/solver_any.cu" -lcusolver
status 0
out ok
err cusolverDnXgetrf

# Inputs that nothing wrote, outputs beyond their memory, tables that are none.
cat >wrong.cu <<'END'
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cudnn.h>
#include <cufft.h>
#include <curand.h>
#include <cusparse.h>
int main(int, char **argv) {
    int mistake = atoi(argv[1]);
    float *a, *half, one = 1, zero = 0;
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMalloc(&half, 64 * sizeof *a);
    cudaMemset(half, 0, 128);
    if (mistake <= 2) {
        cufftHandle plan;
        cufftPlan1d(&plan, mistake == 1 ? 32 : 64, CUFFT_C2C, 1);
        auto *in = (cufftComplex *)(mistake == 1 ? half : a);
        if (mistake == 2) cudaMemset(a, 0, 256);
        cufftExecC2C(plan, in, in, CUFFT_FORWARD);
        cufftDestroy(plan);
    }
    if (mistake == 3) {
        curandGenerator_t g;
        curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
        curandGenerateUniform(g, a, 65);
        curandDestroyGenerator(g);
    }
    if (mistake == 4) { // row offsets end in 3, there are 2 entries
        int h[] = {0, 1, 3, 0, 1}, *d;
        cudaMalloc(&d, sizeof h);
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
        cusparseHandle_t s;
        cusparseSpMatDescr_t m;
        cusparseDnVecDescr_t x, y;
        cusparseCreate(&s);
        cusparseCreateCsr(&m, 2, 2, 2, d, d + 3, half, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                          CUDA_R_32F);
        cusparseCreateDnVec(&x, 2, half, CUDA_R_32F);
        cusparseCreateDnVec(&y, 2, a, CUDA_R_32F);
        cusparseSpMV(s, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, x, &zero, y,
                     CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
    }
    if (mistake == 5) { // of the triangle all is there
        float *l, h[] = {1, 2, 3};
        cublasHandle_t b;
        cublasCreate(&b);
        cudaMalloc(&l, 4 * sizeof *l);
        cudaMemcpy(l, h, 8, cudaMemcpyHostToDevice);
        cudaMemcpy(l + 3, h + 2, 4, cudaMemcpyHostToDevice);
        cublasStrsm(b, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                    CUBLAS_DIAG_NON_UNIT, 2, 1, &one, l, 2, half, 2);
        cublasDestroy(b);
        cudaFree(l);
    }
    if (mistake >= 6) { // 7: two images of 32, the second was never copied
        cudnnHandle_t d;
        cudnnTensorDescriptor_t x;
        cudnnCreate(&d);
        cudnnCreateTensorDescriptor(&x);
        cudnnSetTensor4dDescriptor(x, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT,
                                   mistake == 6 ? 3 : 2, 1, 4, 8);
        cudnnSoftmaxForward(d, CUDNN_SOFTMAX_ACCURATE,
                            CUDNN_SOFTMAX_MODE_INSTANCE, &one, x, half, &zero,
                            x, a);
        cudnnDestroyTensorDescriptor(x);
        cudnnDestroy(d);
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(half);
}
END
while read -r mistake words; do
    run kata sim wrong.cu -- "$mistake"
    status 1
    tr -s ' \n' ' ' <stderr.txt >flat.txt
    grep -qF "$words" flat.txt || fail "no word of: $words"
done <<'END'
1 cufftExecC2C reads 256 bytes of the input, and nothing has written 128 of them, the first at byte 128
2 cufftExecC2C reads the input beyond its allocation
3 curandGenerateUniform writes the output beyond its allocation
4 the offsets do not rise from the index base to nnz
6 cudnnSoftmaxForward reads x beyond its allocation
7 cudnnSoftmaxForward reads 256 bytes of x, and nothing has written 128 of them, the first at byte 128
END
run kata sim wrong.cu -- 5
status 0
no_err "nothing has written"
