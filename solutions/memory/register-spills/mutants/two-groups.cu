// rejected by: gate registers | gate spills (64 numbers alive per thread)
__device__ void sort(float (&v)[32]) {
#pragma unroll
    for (int pass = 0; pass < 32; pass++)
#pragma unroll
        for (int k = pass % 2; k + 1 < 32; k += 2) {
            float low = fminf(v[k], v[k + 1]), high = fmaxf(v[k], v[k + 1]);
            v[k] = low;
            v[k + 1] = high;
        }
}

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (g >= n) return;
    float v[32], w[32];
    int other = min(g + 1, n - 1);
#pragma unroll
    for (int k = 0; k < 32; k++) {
        v[k] = in[k * n + g];
        w[k] = in[k * n + other];
    }
    sort(v);
    sort(w);
#pragma unroll
    for (int k = 0; k < 32; k++) {
        out[k * n + g] = v[k];
        out[k * n + other] = w[k];
    }
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 255) / 256, 128>>>(in, out, n);
}
