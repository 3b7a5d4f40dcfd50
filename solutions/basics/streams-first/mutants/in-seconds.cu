// rejected by: case one kernel in the default stream (the time is in seconds)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, stream);
    work(stream);
    cudaEventRecord(b, stream);
    cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    ms = ms / 1000;
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return ms;
}
