// rejected by: case one kernel in the default stream (waits before the work)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before, stream);
    cudaEventRecord(after, stream);
    work(stream);
    cudaStreamSynchronize(stream);
    cudaEventElapsedTime(&ms, before, after);
    return ms;
}
