// rejected by: case other work waits in the same stream (the work runs in a stream of its own)
typedef void (*Work)(cudaStream_t stream);

float time_ms(Work work, cudaStream_t stream) {
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEventRecord(a, s);
    work(s);
    cudaEventRecord(b, s);
    cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    cudaStreamDestroy(s);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return ms;
}
