// rejected by: trap absent-lane | trap deadlock | case n=100 (the mask of the lowest lanes, for every tile of the warp)
#include <climits>

__global__ void sum_kernel(const int *in, int *sums, int *best, int n,
                           int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = size == 32 ? 0xffffffff : (1u << size) - 1;
    int sum = i < n ? in[i] : 0, most = i < n ? in[i] : INT_MIN;
    for (int d = size / 2; d > 0; d /= 2) {
        sum += __shfl_down_sync(mask, sum, d, size);
        most = max(most, __shfl_down_sync(mask, most, d, size));
    }
    if (i % size == 0 && i < n) {
        sums[i / size] = sum;
        best[i / size] = most;
    }
}

void group_sums(const int *in, int *sums, int *best, int n, int size) {
    if (n == 0) return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, sums, best, n, size);
}
