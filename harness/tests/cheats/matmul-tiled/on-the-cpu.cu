// rejected by: no-kernel (the host multiplies, and no kernel has any fault)
#include <vector>

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    std::vector<float> x((size_t)m * k), y((size_t)k * n), z((size_t)m * n);
    if (m == 0 || n == 0) return;
    cudaMemcpy(x.data(), a, x.size() * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), b, y.size() * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++)
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                z[(size_t)i * n + j] +=
                    x[(size_t)i * k + p] * y[(size_t)p * n + j];
    cudaMemcpy(c, z.data(), z.size() * 4, cudaMemcpyHostToDevice);
}
