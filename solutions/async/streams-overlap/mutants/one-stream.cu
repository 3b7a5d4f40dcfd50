// rejected by: gate overlap (one stream does one thing at a time)
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
    float *x;
    cudaMalloc(&x, n * sizeof(float));
    cudaMemcpyAsync(x, in, n * sizeof(float), cudaMemcpyHostToDevice);
    newton<<<(n + 255) / 256, 256>>>(x, n);
    cudaMemcpyAsync(out, x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    cudaFree(x);
}
