// rejected by: case (sums of threads are relative to maxima of their own)
// says: Each thread's sum is relative to the thread's own maximum. Before two are added, each is multiplied by exp(its maximum - the larger of the two).
const int BLOCK = 256;

static __global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float mosts[BLOCK / 32], sums[BLOCK / 32];
    const float *x = in + (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float larger = fmaxf(most, x[c]);
        sum = sum * expf(most - larger) + expf(x[c] - larger);
        most = larger;
    }
    for (int d = 16; d > 0; d /= 2) {
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    }
    if (threadIdx.x % 32 == 0) {
        mosts[threadIdx.x / 32] = most;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    most = mosts[0];
    sum = sums[0];
    for (int i = 1; i < BLOCK / 32; i++) {
        most = fmaxf(most, mosts[i]);
        sum += sums[i];
    }
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        out[(size_t)blockIdx.x * cols + c] = expf(x[c] - most) / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows > 0 && cols > 0) softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
