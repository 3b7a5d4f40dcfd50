// rejected by: gate global_atomics (an atomic addition for each element)
const int BLOCK = 256;

// The last segment in lo..hi that begins at element i or before.
__device__ int segment_of(const int *offsets, int lo, int hi, int i) {
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (offsets[mid] <= i)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

__global__ void sums_kernel(const float *in, const int *offsets, float *sums,
                            int segments, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    int s = segment_of(offsets, 0, segments - 1, i);
    atomicAdd(&sums[s], in[i]);
}

void segment_sums(const float *in, const int *offsets, float *sums,
                  int segments, int n) {
    if (segments == 0) return;
    cudaMemsetAsync(sums, 0, segments * sizeof(float));
    if (n == 0) return;
    sums_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, offsets, sums, segments,
                                                  n);
}
