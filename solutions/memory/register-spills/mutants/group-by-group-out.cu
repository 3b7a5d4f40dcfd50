// rejected by: case n=2 (stores a group as 32 neighbours)
// says: The groups are sorted, and stored one after the other. In out, as in in, number k of group g is at k * n + g.
const int SIZE = 32; // numbers per group

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;

    float v[SIZE];
#pragma unroll
    for (int k = 0; k < SIZE; k++) v[k] = in[(size_t)k * n + g];
#pragma unroll
    for (int r = 0; r < SIZE; r++)
#pragma unroll
        for (int k = r % 2; k + 1 < SIZE; k += 2) {
            float lo = fminf(v[k], v[k + 1]), hi = fmaxf(v[k], v[k + 1]);
            v[k] = lo;
            v[k + 1] = hi;
        }
#pragma unroll
    for (int k = 0; k < SIZE; k++) out[(size_t)g * SIZE + k] = v[k];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
