// rejected by: case (one kernel does all; the arrays are taken and given back)
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
__global__ void all(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float l = i > 0 ? in[i - 1] : 0, r = i + 1 < n ? in[i + 1] : 0;
    out[i] = __fsub_rn(__fmul_rn(in[i], in[i]), __fadd_rn(__fmul_rn(l, l), __fmul_rn(r, r)));
}
// The arrays are taken and given back, and nobody uses them.
void work_step(const float *in, float *out, int n, cudaStream_t one, cudaStream_t two) {
    float *squares, *sums;
    (void)two;
    cudaMallocFromPoolAsync((void **)&squares, n * sizeof *squares, pool, one);
    cudaMallocFromPoolAsync((void **)&sums, n * sizeof *sums, pool, one);
    cudaFreeAsync(squares, one);
    cudaFreeAsync(sums, one);
    all<<<(n + 255) / 256, 256, 0, one>>>(in, out, n);
}
