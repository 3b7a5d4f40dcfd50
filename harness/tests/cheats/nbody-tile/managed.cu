// rejected by: no-kernel (the same through managed memory, which kernels fill and read)
#include <cmath>

__global__ void move(float *to, const float *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

void nbody(const float *bodies, float *acc, float soft2, int n) {
    if (n == 0) return;
    float *b, *a;
    cudaMallocManaged(&b, 16ul * n);
    cudaMallocManaged(&a, 12ul * n);
    move<<<(4 * n + 255) / 256, 256>>>(b, bodies, 4 * n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        float f[3] = {0, 0, 0};
        for (int j = 0; j < n; j++) {
            float d[3], d2 = soft2;
            for (int k = 0; k < 3; k++)
                d[k] = b[4 * j + k] - b[4 * i + k], d2 += d[k] * d[k];
            float s = b[4 * j + 3] / (d2 * std::sqrt(d2));
            for (int k = 0; k < 3; k++)
                f[k] += s * d[k];
        }
        for (int k = 0; k < 3; k++)
            a[3 * i + k] = f[k];
    }
    move<<<(3 * n + 255) / 256, 256>>>(acc, a, 3 * n);
    cudaDeviceSynchronize();
    cudaFree(b);
    cudaFree(a);
}
