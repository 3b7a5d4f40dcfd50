// rejected by: case one kernel in the default stream (returns the error code)
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
    return cudaEventElapsedTime(&ms, a, b);
}
