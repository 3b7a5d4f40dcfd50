// rejected by: case (double only makes it rare)
const int THREADS = 256;

__global__ void add_up(const float *in, double *total, int n) {
    __shared__ double warps[THREADS / 32];
    double v = 0;
    int step = gridDim.x * THREADS;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += step)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < THREADS / 32; w++)
        v += warps[w];
    atomicAdd(total, v);
}

__global__ void to_float(const double *total, float *out) {
    *out = (float)*total;
}

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    double *total = (double *)scratch;
    cudaMemsetAsync(total, 0, sizeof(double), stream);
    add_up<<<blocks, THREADS, 0, stream>>>(in, total, n);
    to_float<<<1, 1, 0, stream>>>(total, out);
}
