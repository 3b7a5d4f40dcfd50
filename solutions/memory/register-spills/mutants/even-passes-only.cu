// rejected by: case n=1 (all passes compare the same pairs)
// says: All passes compare the same pairs, 0 with 1, 2 with 3 and so on. Every second pass has to begin at v[1].
__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = in[k * n + g];
#pragma unroll
    for (int pass = 0; pass < 32; pass++)
#pragma unroll
        for (int k = 0; k + 1 < 32; k += 2) {
            float low = fminf(v[k], v[k + 1]), high = fmaxf(v[k], v[k + 1]);
            v[k] = low;
            v[k + 1] = high;
        }
#pragma unroll
    for (int k = 0; k < 32; k++)
        out[k * n + g] = v[k];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
