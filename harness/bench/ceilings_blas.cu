// Measures cuBLAS on a large product: the library's rows of ceilings.def.
//
// Its matrices hold random numbers, because a GPU that is limited by its power
// multiplies zeros faster. They are made once and kept.
#include <cublas_v2.h>
#include <cuda_fp16.h>

// Numbers in [-1, 1), a different one for every index.
__global__ void fill_kernel(float *f, half *h, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = (unsigned)i * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    float v = (int)x * (1.0f / 2147483648.0f);
    f[i] = v;
    h[i] = __float2half(v);
}

enum What {
#define CEILING(id, ...) WHAT_##id,
#include "ceilings.def"
};

void ceiling(int what, float *, float *, float *, long long, int size) {
    static cublasHandle_t handle;
    static float *f[3];
    static half *h[3];
    long long n = (long long)size * size;
    const float one = 1, zero = 0;
    if (!handle) {
        cublasCreate(&handle);
        for (int i = 0; i < 3; i++) {
            cudaMalloc(&f[i], n * sizeof(float));
            cudaMalloc(&h[i], n * sizeof(half));
            fill_kernel<<<(unsigned)((n + 255) / 256), 256>>>(f[i], h[i], n);
        }
    }
    cublasSetMathMode(handle, what == WHAT_tf32 ? CUBLAS_TF32_TENSOR_OP_MATH
                              : what == WHAT_sgemm ? CUBLAS_PEDANTIC_MATH
                                                   : CUBLAS_DEFAULT_MATH);
    if (what == WHAT_hgemm)
        cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one,
                     h[0], CUDA_R_16F, size, h[1], CUDA_R_16F, size, &zero,
                     h[2], CUDA_R_16F, size, CUBLAS_COMPUTE_32F,
                     CUBLAS_GEMM_DEFAULT);
    else
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one,
                    f[0], size, f[1], size, &zero, f[2], size);
}
