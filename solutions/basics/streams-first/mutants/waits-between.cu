// rejected by: case one kernel in the default stream (waits between the marks)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, stream);
    work(stream);
    cudaStreamSynchronize(stream);
    cudaEventRecord(b, stream);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return ms;
}
