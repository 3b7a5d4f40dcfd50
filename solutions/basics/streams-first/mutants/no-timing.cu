// rejected by: case one kernel in the default stream (the events note no time)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t a, b;
    cudaEventCreateWithFlags(&a, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&b, cudaEventDisableTiming);
    cudaEventRecord(a, stream);
    work(stream);
    cudaEventRecord(b, stream);
    cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return ms;
}
