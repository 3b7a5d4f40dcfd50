// rejected by: case (all three kernels are in stream one)
__global__ void square(const float *in, float *squares, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) squares[i] = in[i] * in[i];
}
// The sum of an element's two neighbours.
__global__ void neighbours(const float *squares, float *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    sums[i] = (i > 0 ? squares[i - 1] : 0) + (i + 1 < n ? squares[i + 1] : 0);
}
__global__ void combine(const float *squares, const float *sums, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = squares[i] - sums[i];
}
static cudaMemPool_t pool;
static void keep_bytes(unsigned long long most) { cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most); }
cudaMemPool_t work_open() {
    cudaMemPoolProps p = {};
    p.allocType = cudaMemAllocationTypePinned;
    p.location.type = cudaMemLocationTypeDevice;
    cudaGetDevice(&p.location.id);
    cudaMemPoolCreate(&pool, &p);
    keep_bytes(~0ull);
    return pool;
}
void work_pause(size_t keep) { cudaMemPoolTrimTo(pool, keep); }
void work_close() { cudaDeviceSynchronize(), cudaMemPoolDestroy(pool), pool = nullptr; }
// All in one stream: then no other stream can still be reading what is freed.
void work_step(const float *in, float *out, int n, cudaStream_t one, cudaStream_t two) {
    int blocks = (n + 255) / 256;
    float *squares, *sums;
    (void)two;
    cudaMallocFromPoolAsync((void **)&squares, n * sizeof *squares, pool, one);
    cudaMallocFromPoolAsync((void **)&sums, n * sizeof *sums, pool, one);
    square<<<blocks, 256, 0, one>>>(in, squares, n);
    neighbours<<<blocks, 256, 0, one>>>(squares, sums, n);
    combine<<<blocks, 256, 0, one>>>(squares, sums, out, n);
    cudaFreeAsync(squares, one);
    cudaFreeAsync(sums, one);
}
