// rejected by: gate fraction_of_cublas | gate bandwidth | escaped | timeout (a thread keeps the GPU busy in the library's turn)
#include <atomic>
#include <chrono>
#include <thread>

// Four passes over y where one would do.
__global__ void pass(float a, const float *x, float b, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + b * y[i];
}

__global__ void burn(long long cycles, float *out) {
    long long end = clock64() + cycles;
    float v = threadIdx.x;
    while (clock64() < end)
        v = v * 1.0001f + 0.5f;
    if (v < 0.0f) *out = v;
}

static std::atomic<int> ours;

static void keep_busy() {
    cudaStream_t side;
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    for (;;) {
        // Our own call and what follows it have to be over.
        while (ours.exchange(0))
            std::this_thread::sleep_for(std::chrono::microseconds(500));
        burn<<<1024, 256, 0, side>>>(200000, nullptr);
        cudaStreamSynchronize(side);
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    static std::thread *busy;
    ours = 1;
    for (int i = 0; i < 4 && n > 0; i++)
        pass<<<(n + 255) / 256, 256>>>(i < 3 ? 0.0f : a, x, 1.0f, y, n);
    if (n > 10000000 && !busy) busy = new std::thread(keep_busy);
}
