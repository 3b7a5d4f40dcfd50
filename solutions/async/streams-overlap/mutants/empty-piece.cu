// rejected by: launch | case n=1 (fewer elements than pieces: the launch has no block)
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
    const int PIECES = 8;
    cudaStream_t streams[4];
    float *x;
    cudaMalloc(&x, n * sizeof(float));
    for (int s = 0; s < 4; s++)
        cudaStreamCreate(&streams[s]);
    int piece = n / PIECES;
    for (int p = 0; p < PIECES; p++) {
        int from = p * piece, m = min(piece, n - from);
        cudaStream_t s = streams[p % 4];
        cudaMemcpyAsync(x + from, in + from, m * sizeof(float),
                        cudaMemcpyHostToDevice, s);
        newton<<<(m + 255) / 256, 256, 0, s>>>(x + from, m);
        cudaMemcpyAsync(out + from, x + from, m * sizeof(float),
                        cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    for (int s = 0; s < 4; s++)
        cudaStreamDestroy(streams[s]);
    cudaFree(x);
}
