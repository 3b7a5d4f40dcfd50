// rejected by: no-kernel | gate bandwidth (copies to the host, adds there)
#include <vector>

void vector_add(const float *a, const float *b, float *c, int n) {
    std::vector<float> x(n), y(n);
    if (n == 0) return;
    cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        x[i] += y[i];
    cudaMemcpy(c, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
