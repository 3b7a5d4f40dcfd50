// rejected by: case one kernel in the default stream (work is called twice)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);

    work(stream); // to warm up
    cudaEventRecord(before, stream);
    work(stream);
    cudaEventRecord(after, stream);

    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    cudaEventDestroy(before);
    cudaEventDestroy(after);
    return ms;
}
