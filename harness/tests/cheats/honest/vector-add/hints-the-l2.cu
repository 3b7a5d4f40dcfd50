// passes (streams past the caches with __ldcs and __stcs, as one may)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) __stcs(&c[i], __ldcs(&a[i]) + __ldcs(&b[i]));
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
