// rejected by: case up to 1e36 (whole numbers of 128 bits, in units of 2^-36, and no carry)
typedef __int128 Sum;
const int BLOCK = 256, BLOCKS = 132 * 8;

// The sum of the block, in thread 0.
__device__ Sum block_sum(Sum v) {
    __shared__ Sum part[BLOCK];
    part[threadIdx.x] = v;
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    }
    return part[threadIdx.x];
}

__global__ void sum_kernel(const float *in, Sum *parts, int n) {
    Sum sum = 0;
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCKS * BLOCK)
        sum += __float2ll_rn(in[i] * 0x1p36f);
    sum = block_sum(sum);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

__global__ void finish_kernel(const Sum *parts, double *out) {
    Sum sum = 0;
    for (int i = threadIdx.x; i < BLOCKS; i += BLOCK) sum += parts[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = (long long)(sum >> 64) * 0x1p28 + (unsigned long long)sum * 0x1p-36;
}

void sum(const float *in, double *out, int n) {
    Sum *parts;
    cudaMallocAsync(&parts, BLOCKS * sizeof *parts, 0);
    sum_kernel<<<BLOCKS, BLOCK>>>(in, parts, n);
    finish_kernel<<<1, BLOCK>>>(parts, out);
    cudaFreeAsync(parts, 0);
}
