// Time a kernel with events.
#include <chrono>

typedef void (*Work)(cudaStream_t stream);

// Returns how long the device takes for work(stream), in milliseconds.
float time_ms(Work work, cudaStream_t stream) {
    // TODO: this clock sees the launch, not the kernel. Use two events.
    auto before = std::chrono::steady_clock::now();
    work(stream);
    auto after = std::chrono::steady_clock::now();
    return std::chrono::duration<float, std::milli>(after - before).count();
}
