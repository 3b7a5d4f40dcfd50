// rejected by: build (CUB does it, which this exercise forbids)
#include <cub/cub.cuh>

void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    cudaMemsetAsync(runs, 0, sizeof *runs);
    if (n <= 0) return;
    void *room = nullptr;
    size_t bytes = 0;
    cub::DeviceRunLengthEncode::Encode(nullptr, bytes, in, values, lengths, runs, n);
    cudaMallocAsync(&room, bytes, 0);
    cub::DeviceRunLengthEncode::Encode(room, bytes, in, values, lengths, runs, n);
    cudaFreeAsync(room, 0);
}
