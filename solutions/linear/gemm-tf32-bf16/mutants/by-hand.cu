// rejected by: gate tensor_flops (ordinary instructions)
#include <cuda_bf16.h>

__device__ float to_tf32(float v) {
    unsigned u;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(u) : "f"(v));
    return __uint_as_float(u);
}

__device__ float to_bf16(float v) {
    return __bfloat162float(__float2bfloat16(v));
}

// Rounded by hand, multiplied by ordinary instructions.
__global__ void products_kernel(const float *a, const float *b, float *c_tf32,
                                float *c_bf16, int m, int n, int k) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float s = 0.0f, t = 0.0f;
    for (int p = 0; p < k; p++) {
        float x = a[(size_t)row * k + p], y = b[(size_t)p * n + col];
        s += to_tf32(x) * to_tf32(y);
        t += to_bf16(x) * to_bf16(y);
    }
    c_tf32[(size_t)row * n + col] = s;
    c_bf16[(size_t)row * n + col] = t;
}

void products(const float *a, const float *b, float *c_tf32, float *c_bf16, int m,
              int n, int k) {
    if (m * n == 0) return;
    products_kernel<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(a, b, c_tf32, c_bf16, m, n, k);
}
