// baseline: cublasGemmEx, half in, float sums and float out, on tensor cores
//
// The library with the same numbers: half inputs, sums in float. Nothing else of it is
// restricted, so on Hopper it uses instructions (wgmma) and copies (TMA) that this
// exercise does not have.
//
// cuBLAS stores matrices by columns. Seen that way, C by rows is its transpose, and
// C^T = B A^T. B by rows is already what it calls transposed; a goes second.
#include <cublas_v2.h>
#include <cuda_fp16.h>

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    static cublasHandle_t handle; // made once, as any program would
    const float one = 1, zero = 0;
    if (m == 0 || n == 0) return;
    if (!handle) cublasCreate(&handle);
    int row = k > 0 ? k : 1;
    cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_16F, row, a,
                 CUDA_R_16F, row, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
}
