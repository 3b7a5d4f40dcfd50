// passes (two halves on two blocking streams, which the default stream orders)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    static cudaStream_t half[2];
    if (n == 0) return;
    int m = n / 2 / 256 * 256;
    for (int i = 0; i < 2; i++) {
        if (!half[i]) cudaStreamCreate(&half[i]);
        int from = i ? m : 0, count = i ? n - m : m;
        if (count == 0) continue;
        add<<<(count + 255) / 256, 256, 0, half[i]>>>(a + from, b + from,
                                                      c + from, count);
    }
}
