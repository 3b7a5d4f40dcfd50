// rejected by: case all equal (of equal values the one found first wins, whichever its column)
// says: Of equal values, whichever is compared first wins. Compare the columns where the values are equal, in the list and in the choice of the block.
constexpr int BLOCK = 256, K = 8;
struct Best { float value; int place; };
__device__ bool before(Best a, Best b) {
    return a.value > b.value;
}
__global__ void top_kernel(const float *x, float *values, int *places, int cols, int k) {
    __shared__ Best heads[BLOCK];
    const float *row = x + (size_t)blockIdx.x * cols;
    Best list[K];
#pragma unroll
    for (int q = 0; q < K; q++) list[q] = Best{-INFINITY, INT_MAX};
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        Best b = {row[c], c};
        if (before(b, list[K - 1])) {
            list[K - 1] = b;
#pragma unroll
            for (int q = K - 1; q > 0; q--)
                if (before(list[q], list[q - 1])) {
                    Best t = list[q]; list[q] = list[q - 1]; list[q - 1] = t;
                }
        }
    }
    for (int r = 0; r < k; r++) {
        heads[threadIdx.x] = list[0];
        __syncthreads();
        for (int d = BLOCK / 2; d > 0; d /= 2) {
            if (threadIdx.x < d && before(heads[threadIdx.x + d], heads[threadIdx.x]))
                heads[threadIdx.x] = heads[threadIdx.x + d];
            __syncthreads();
        }
        Best top = heads[0];
        __syncthreads();
        if (threadIdx.x == 0) {
            values[(size_t)blockIdx.x * k + r] = top.value;
            places[(size_t)blockIdx.x * k + r] = top.place;
        }
        if (list[0].place == top.place) {
#pragma unroll
            for (int q = 0; q < K - 1; q++) list[q] = list[q + 1];
            list[K - 1] = Best{-INFINITY, INT_MAX};
        }
    }
}
void top_k(const float *x, float *values, int *places, int rows, int cols, int k) {
    if (rows * k > 0) top_kernel<<<rows, BLOCK>>>(x, values, places, cols, k);
}
