// rejected by: case n=1 (the last number is never compared)
// says: The last number takes part in no comparison. The last pair is v[30] and v[31], so the loop goes on while k + 1 < 32.
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
        for (int k = r % 2; k + 2 < SIZE; k += 2) {
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
