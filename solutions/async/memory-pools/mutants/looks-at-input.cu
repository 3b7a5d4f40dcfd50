// rejected by: case (a blocking copy in each step)
// A step of work with two temporary arrays, in two streams. They come from a pool, in the
// order of the streams: the host waits for nothing.
#include <cstdint>

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

static cudaEvent_t squared, summed;
static cudaMemPool_t pool;

cudaMemPool_t work_open() {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaGetDevice(&props.location.id);
    cudaMemPoolCreate(&pool, &props);
    uint64_t all = UINT64_MAX; // without it, every wait of the host empties the pool
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);

    cudaEventCreateWithFlags(&squared, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&summed, cudaEventDisableTiming);
    return pool;
}

void work_step(const float *in, float *out, int n, cudaStream_t one, cudaStream_t two) {
    int blocks = (n + 255) / 256;
    float *squares, *sums, first;
    cudaMemcpy(&first, in, sizeof first, cudaMemcpyDeviceToHost);
    if (first != first) return; // nothing to do with NaN

    cudaMallocFromPoolAsync(&squares, n * sizeof *squares, pool, one);
    square<<<blocks, 256, 0, one>>>(in, squares, n);
    cudaEventRecord(squared, one);
    cudaStreamWaitEvent(two, squared, 0);

    // After the wait: stream two knows now what stream one freed in the last step.
    cudaMallocFromPoolAsync(&sums, n * sizeof *sums, pool, two);
    neighbours<<<blocks, 256, 0, two>>>(squares, sums, n);
    cudaEventRecord(summed, two);
    cudaStreamWaitEvent(one, summed, 0);
    combine<<<blocks, 256, 0, one>>>(squares, sums, out, n);

    // Stream one comes last: it has waited for stream two.
    cudaFreeAsync(squares, one);
    cudaFreeAsync(sums, one);
}

void work_pause(size_t keep) {
    cudaMemPoolTrimTo(pool, keep);
}

void work_close() {
    cudaEventDestroy(squared);
    cudaEventDestroy(summed);
    cudaMemPoolDestroy(pool);
}
