// rejected by: case a long kernel runs in another stream (waits for all streams)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before, stream);
    work(stream);
    cudaEventRecord(after, stream);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, before, after);
    return ms;
}
