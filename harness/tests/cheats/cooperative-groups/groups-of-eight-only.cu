// rejected by: gate coalescing (the timed size has lanes; in all others a thread reads its group)
#include <climits>

__global__ void eight(const int *in, int *sums, int *best, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0, most = i < n ? sum : INT_MIN;
    for (int d = 4; d > 0; d /= 2) {
        sum += __shfl_xor_sync(~0u, sum, d);
        most = max(most, __shfl_xor_sync(~0u, most, d));
    }
    if (i < n && i % 8 == 0) sums[i / 8] = sum, best[i / 8] = most;
}

__global__ void any(const int *in, int *sums, int *best, int n, int size) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g * size >= n) return;
    int sum = 0, most = INT_MIN;
    for (int i = g * size; i < min(n, (g + 1) * size); i++) {
        sum += in[i];
        most = max(most, in[i]);
    }
    sums[g] = sum, best[g] = most;
}

void group_sums(const int *in, int *sums, int *best, int n, int size) {
    if (n == 0) return;
    if (size == 8)
        eight<<<(n + 255) / 256, 256>>>(in, sums, best, n);
    else
        any<<<(n / size + 256) / 256, 256>>>(in, sums, best, n, size);
}
