// rejected by: no-kernel (kernels only copy to mapped memory and back; the host multiplies)
__global__ void cp(float *to, const float *from, size_t n) { size_t i = blockIdx.x * 256ul + threadIdx.x; if (i < n) to[i] = from[i]; }
static float *pinned(size_t n) { float *p; cudaHostAlloc(&p, n * 4 + 4, cudaHostAllocMapped); return p; }
static void copy(float *to, const float *from, size_t n) { if (n) cp<<<(n + 255) / 256, 256>>>(to, from, n); }
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    size_t na = (size_t)m * k, nb = (size_t)k * n, nc = (size_t)m * n;
    float *x = pinned(na), *y = pinned(nb), *z = pinned(nc);
    copy(x, a, na), copy(y, b, nb);
    cudaDeviceSynchronize();
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) {
        float s = 0;
        for (int p = 0; p < k; p++) s += x[(size_t)i * k + p] * y[(size_t)p * n + j];
        z[(size_t)i * n + j] = s;
    }
    copy(c, z, nc);
    cudaDeviceSynchronize();
    cudaFreeHost(x), cudaFreeHost(y), cudaFreeHost(z);
}
