// Time work on the device by two events in its own stream.
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);

    cudaEventRecord(before, stream);
    work(stream);
    cudaEventRecord(after, stream);

    cudaEventSynchronize(after); // this mark only, not the whole device
    cudaEventElapsedTime(&ms, before, after);
    cudaEventDestroy(before);
    cudaEventDestroy(after);
    return ms;
}
