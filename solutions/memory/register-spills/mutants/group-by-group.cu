// rejected by: case n=2 (takes a group for 32 neighbours)
__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = in[32 * g + k];
#pragma unroll
    for (int pass = 0; pass < 32; pass++)
#pragma unroll
        for (int k = pass % 2; k + 1 < 32; k += 2) {
            float low = fminf(v[k], v[k + 1]), high = fmaxf(v[k], v[k + 1]);
            v[k] = low;
            v[k + 1] = high;
        }
#pragma unroll
    for (int k = 0; k < 32; k++)
        out[32 * g + k] = v[k];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
