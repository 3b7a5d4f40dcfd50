// rejected by: guard | trap out-of-bounds (surplus threads write past the end)
//
// TODO(author): four mutants or more, each a mistake that learners make, written
// as they would write it. The first line says what must catch it.
__global__ void @name@_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

void @name@(const float *in, float *out, int n) {
    if (n == 0) return;
    @name@_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
