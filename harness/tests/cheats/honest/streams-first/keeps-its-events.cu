// passes (makes its two events once, and keeps them)
// Time a kernel with events.
typedef void (*Work)(cudaStream_t stream);

static cudaEvent_t before = nullptr, after = nullptr;

// Returns how long the device takes for work(stream), in milliseconds.
float time_ms(Work work, cudaStream_t stream) {
    if (!before) {
        cudaEventCreate(&before);
        cudaEventCreate(&after);
    }
    float ms = 0;
    cudaEventRecord(before, stream);
    work(stream);
    cudaEventRecord(after, stream);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    return ms;
}
