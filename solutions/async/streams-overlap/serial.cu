// baseline: one stream, one copy each way
const int STEPS = 64;

__global__ void newton(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = x[i], v = 1;
    for (int s = 0; s < STEPS; s++)
        v *= 1.5f - 0.5f * a * v * v;
    x[i] = v;
}

void inverse_roots(const float *in, float *out, int n) {
    if (n == 0) return;
    size_t bytes = n * sizeof(float);
    float *x;
    cudaMalloc(&x, bytes);
    cudaMemcpy(x, in, bytes, cudaMemcpyHostToDevice);
    newton<<<(n + 255) / 256, 256>>>(x, n);
    cudaMemcpy(out, x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(x);
}
