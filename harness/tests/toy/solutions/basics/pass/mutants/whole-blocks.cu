// rejected by: case n=1023 (rounds the number of blocks down)

__global__ void twice(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

void pass(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) twice<<<n / threads + (n < threads), threads>>>(in, out, n);
}
