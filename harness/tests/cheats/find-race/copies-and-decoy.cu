// rejected by: no-kernel (the host computes between two copies; a decoy kernel moves the bytes that are counted)
// line: C
// cause: overwrites-unread
#include <vector>
#include <algorithm>
__global__ void decoy(const int *a, int *b, size_t n) { size_t i = blockIdx.x * 256ul + threadIdx.x; if (i < n) b[i] = a[i]; }
void subtract_max(const int *in, int *out, int rows, int cols) {
    if (!rows || !cols) return;
    size_t n = (size_t)rows * cols;
    std::vector<int> h(n);
    decoy<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        int m = *std::max_element(&h[(size_t)r * cols], &h[(size_t)r * cols] + cols);
        for (int c = 0; c < cols; c++) h[(size_t)r * cols + c] -= m;
    }
    cudaMemcpy(out, h.data(), n * 4, cudaMemcpyHostToDevice);
}
