// rejected by: case (only the first 32 launches lie between the events)
typedef void (*Launch)(cudaStream_t stream);

float per_launch_us(Launch launch, int n, cudaStream_t stream) {
    cudaEvent_t from, to;
    float ms = 0;
    int some = n < 32 ? n : 32;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    launch(stream);
    cudaStreamSynchronize(stream);
    cudaEventRecord(from, stream);
    for (int i = 0; i < n; i++) {
        if (i == some) cudaEventRecord(to, stream);
        launch(stream);
    }
    if (some == n) cudaEventRecord(to, stream);
    cudaEventSynchronize(to);
    cudaEventElapsedTime(&ms, from, to);
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return 1000 * ms / some;
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
