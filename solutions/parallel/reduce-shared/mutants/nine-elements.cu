// rejected by: case n=256 (each thread adds in a register, and the tile keeps the inputs)
// says: Thread 0 adds nine elements only: 0, 1, 2, 4, 8 and so on up to 128. When it reads tile[tid + s], the sum of that thread must be in it: is the result of a step stored in the tile, and does s go down from 128?
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    float sum = tile[tid];
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s) sum += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sum;
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
