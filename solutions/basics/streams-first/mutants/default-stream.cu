// rejected by: case one kernel in a stream of its own (the marks are in stream 0)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before);
    work(stream);
    cudaEventRecord(after);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    return ms;
}
