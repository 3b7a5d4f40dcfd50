// rejected by: case (cudaFree waits for the first launch, and for all other streams)
typedef void (*Launch)(cudaStream_t stream);

float per_launch_us(Launch launch, int n, cudaStream_t stream) {
    cudaEvent_t from, to;
    float ms = 0;
    char *nothing;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaMalloc(&nothing, 1);
    launch(stream);
    cudaFree(nothing);
    cudaEventRecord(from, stream);
    for (int i = 0; i < n; i++)
        launch(stream);
    cudaEventRecord(to, stream);
    cudaEventSynchronize(to);
    cudaEventElapsedTime(&ms, from, to);
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return 1000 * ms / n;
}
int break_even(float launch_us, float ns_per_element) {
    double n = ceil((double)launch_us * 1000 / ns_per_element - 1e-4);
    return (int)n;
}

__global__ void fused(const float *x, float *y, int n, float scale, float add) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(x[i] * scale + add, 0);
}
void scale_add_relu(const float *x, float *y, int n, float scale, float add, cudaStream_t stream) {
    fused<<<(n + 255) / 256, 256, 0, stream>>>(x, y, n, scale, add);
}
