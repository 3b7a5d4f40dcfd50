// rejected by: gate global_requests (rows of odd length are read without a bulk copy)
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int THREADS = 256;
const int MAX_N = 8192; // elements of a row

__global__ void __launch_bounds__(THREADS)
    reorder(const int *in, const int *order, int *out, int rows, int n) {
    __shared__ alignas(16) int buffer[MAX_N + 8];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    unsigned parity = 0;
    size_t whole = (size_t)rows * n / 4 * 4; // a copy may end here
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t start = (size_t)r * n, from = start / 4 * 4;
        __syncthreads(); // nobody needs the row before
        if (threadIdx.x == 0) {
            size_t end = min((start + n + 3) / 4 * 4, whole);
            unsigned bytes = end > from ? (unsigned)((end - from) * 4) : 0;
            if (bytes > 0)
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer, in + from,
                                   bytes, &bar);
            for (size_t i = max(end, from); i < start + n; i++)
                buffer[i - from] = in[i];
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &bar, bytes);
        }
        while (!ptx::mbarrier_try_wait_parity(&bar, parity))
            ;
        parity ^= 1;
        const int *row = buffer + (start - from);
        for (int i = threadIdx.x; i < n; i += THREADS)
            out[start + i] = row[order[i]];
    }
}

// Rows that begin at odd addresses.
__global__ void __launch_bounds__(THREADS)
    reorder_odd(const int *in, const int *order, int *out, int rows, int n) {
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t start = (size_t)r * n;
        for (int i = threadIdx.x; i < n; i += THREADS)
            out[start + i] = in[start + order[i]];
    }
}

void reorder_columns(const int *in, const int *order, int *out, int rows,
                     int n) {
    if (rows == 0 || n == 0) return;

    int device = 0, sms = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    auto kernel = n % 2 == 0 ? reorder : reorder_odd;
    kernel<<<min(rows, 4 * sms), THREADS>>>(in, order, out, rows, n);
}
