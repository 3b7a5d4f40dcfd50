// rejected by: gate exchanges (shuffles where it is timed, and elsewhere each thread adds up its own sum)
__global__ void shuffles(const unsigned int *in, unsigned int *inclusive, unsigned int *exclusive, int n) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0, sum = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned int below = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += below;
    }
    if (i < n) inclusive[i] = sum, exclusive[i] = sum - own;
}

__global__ void alone(const unsigned int *in, unsigned int *inclusive, unsigned int *exclusive, int n) {
    int i = blockIdx.x * 256 + threadIdx.x, first = i / 32 * 32;
    if (i >= n) return;
    unsigned int sum = 0, own = in[i];
    for (int j = 0; j < 32; j++)
        sum += first + j <= i ? in[min(first + j, n - 1)] : 0;
    inclusive[i] = sum, exclusive[i] = sum - own;
}

void warp_scans(const unsigned int *in, unsigned int *inclusive, unsigned int *exclusive, int n) {
    int blocks = (n + 255) / 256;
    if (n >= 1000000) shuffles<<<blocks, 256>>>(in, inclusive, exclusive, n);
    if (n > 0 && n < 1000000) alone<<<blocks, 256>>>(in, inclusive, exclusive, n);
}
