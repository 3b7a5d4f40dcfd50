// rejected by: case n=3 (only one of the last n % 4 elements is copied)
// says: After the last whole float4 up to three elements are left, and only one of them is copied.
const int BLOCK = 512;
const int WIDE = 4;

__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = WIDE * (blockIdx.x * BLOCK + threadIdx.x);
    if (i + WIDE <= n) {
        *(float4 *)(out + i) = *(const float4 *)(in + i);
        return;
    }
    if (i < n)
        out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;

    int threads = (n + WIDE - 1) / WIDE;
    copy_kernel<<<(threads + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
