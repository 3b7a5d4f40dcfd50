// rejected by: gate global_requests (the numbers are sorted in out)
const int SIZE = 32; // numbers per group

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;

    for (int k = 0; k < SIZE; k++) {
        float x = in[(size_t)k * n + g];
        int at = k;
        for (; at > 0 && out[(size_t)(at - 1) * n + g] > x; at--)
            out[(size_t)at * n + g] = out[(size_t)(at - 1) * n + g];
        out[(size_t)at * n + g] = x;
    }
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
