// rejected by: case n=1000 (31 rounds for 32 numbers)
// says: Nearly all is in order: one round is missing. A number that has to go to the other end moves 31 places, and may have to wait for a round first.
const int SIZE = 32; // numbers per group

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;

    float v[SIZE];
#pragma unroll
    for (int k = 0; k < SIZE; k++) v[k] = in[(size_t)k * n + g];
#pragma unroll
    for (int r = 0; r < SIZE - 1; r++)
#pragma unroll
        for (int k = r % 2; k + 1 < SIZE; k += 2) {
            float lo = fminf(v[k], v[k + 1]), hi = fmaxf(v[k], v[k + 1]);
            v[k] = lo;
            v[k + 1] = hi;
        }
#pragma unroll
    for (int k = 0; k < SIZE; k++) out[(size_t)k * n + g] = v[k];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
