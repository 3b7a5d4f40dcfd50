// rejected by: input-changed (writes through the const of the input)

__global__ void twice(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) ((float *)in)[i] = out[i] = 2 * in[i];
}

void pass(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) twice<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
