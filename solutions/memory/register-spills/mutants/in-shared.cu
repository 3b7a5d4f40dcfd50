// rejected by: gate smem_requests (the numbers lie in shared memory)
const int SIZE = 32; // numbers per group

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;

    __shared__ float v[SIZE][128];
    int t = threadIdx.x;
    for (int k = 0; k < SIZE; k++) {
        float x = in[(size_t)k * n + g];
        int at = k;
        for (; at > 0 && v[at - 1][t] > x; at--) v[at][t] = v[at - 1][t];
        v[at][t] = x;
    }
    for (int k = 0; k < SIZE; k++) out[(size_t)k * n + g] = v[k][t];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
