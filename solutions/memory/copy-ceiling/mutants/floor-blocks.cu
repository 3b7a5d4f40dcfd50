// rejected by: case n=2050 (the elements after the last whole block have no block)
// says: The number of blocks is rounded down, so what is left after the last whole block is not copied. Round up.
const int BLOCK = 512;
const int WIDE = 4;

__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = WIDE * (blockIdx.x * BLOCK + threadIdx.x);
    if (i + WIDE <= n) {
        *(float4 *)(out + i) = *(const float4 *)(in + i);
        return;
    }
    for (; i < n; i++)
        out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;

    int threads = (n + WIDE - 1) / WIDE;
    copy_kernel<<<max(threads / BLOCK, 1), BLOCK>>>(in, out, n);
}
