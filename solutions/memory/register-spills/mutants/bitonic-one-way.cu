// rejected by: case n=1 (all comparisons of a bitonic network have one direction)
// says: Every comparison puts the smaller number first. A bitonic network needs the other direction, too: in every second stretch of len numbers, where k & len is not 0.
const int SIZE = 32; // numbers per group

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;

    float v[SIZE];
#pragma unroll
    for (int k = 0; k < SIZE; k++) v[k] = in[(size_t)k * n + g];
#pragma unroll
    for (int len = 2; len <= SIZE; len *= 2)
#pragma unroll
        for (int d = len / 2; d > 0; d /= 2)
#pragma unroll
            for (int k = 0; k < SIZE; k++) {
                int o = k ^ d;
                if (o > k) {
                    float lo = fminf(v[k], v[o]), hi = fmaxf(v[k], v[o]);
                    v[k] = lo;
                    v[o] = hi;
                }
            }
#pragma unroll
    for (int k = 0; k < SIZE; k++) out[(size_t)k * n + g] = v[k];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
