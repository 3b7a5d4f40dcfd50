// rejected by: case n=1000 (compares the masked bit with 1, which is right for bit 0 only)
// says: `keys[i] & (1 << bit)` is 0 or 1 << bit, so it is 1 for bit 0 only. Compare it with 0, or shift the key and take the lowest bit.
constexpr int BLOCK = 512;
__device__ int scan_block(int x) { // inclusive
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int y = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += y;
        __syncthreads();
    }
    int r = s[t];
    __syncthreads();
    return r;
}
__global__ void count(const unsigned *keys, int *zeros, int n, int bit) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int z = i < n && (keys[i] & (1u << bit)) != 1;
    int s = scan_block(z);
    if (threadIdx.x == BLOCK - 1) zeros[blockIdx.x] = s;
}
__global__ void scan_counts(int *zeros, int blocks) {
    int carry = 0;
    __shared__ int last;
    for (int b = 0; b < blocks; b += BLOCK) {
        int i = b + threadIdx.x;
        int x = i < blocks ? zeros[i] : 0;
        int s = scan_block(x);
        if (i < blocks) zeros[i] = carry + s - x;
        if (threadIdx.x == BLOCK - 1) last = s;
        __syncthreads();
        carry += last;
        __syncthreads();
    }
    if (threadIdx.x == 0) zeros[blocks] = carry;
}
__global__ void scatter(const unsigned *keys, const int *zeros, unsigned *out, int n, int bit, int blocks) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int z = i < n && (keys[i] & (1u << bit)) != 1;
    int before = zeros[blockIdx.x] + scan_block(z) - z;
    if (i >= n) return;
    out[z ? before : zeros[blocks] + i - before] = keys[i];
}
void split(const unsigned *keys, unsigned *out, int n, int bit) {
    if (n <= 0) return;
    int blocks = (n + BLOCK - 1) / BLOCK;
    int *zeros;
    cudaMallocAsync(&zeros, (blocks + 1) * sizeof(int), 0);
    count<<<blocks, BLOCK>>>(keys, zeros, n, bit);
    scan_counts<<<1, BLOCK>>>(zeros, blocks);
    scatter<<<blocks, BLOCK>>>(keys, zeros, out, n, bit, blocks);
    cudaFreeAsync(zeros, 0);
}
