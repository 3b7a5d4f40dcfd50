// rejected by: gate bulk_bytes (each row goes through the registers of all threads)
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int THREADS = 256;
const int MAX_N = 8192; // elements of a row
const int UNIT = 4;     // elements of 16 bytes

// By one thread: starts the copy of elements first to end of `in` to `to`,
// and arrives with their bytes. `total` is the number of elements of `in`.
__device__ void fetch(int *to, const int *in, size_t first, size_t end,
                      size_t total, uint64_t *bar) {
    // The last 1 to 3 elements of `in` may not fill a unit.
    size_t last = min((end + UNIT - 1) / UNIT * UNIT, total / UNIT * UNIT);
    unsigned bytes = last > first ? (unsigned)(last - first) * 4 : 0;

    if (bytes > 0)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to,
                           in + first, bytes, bar);
    for (size_t i = max(first, last); i < end; i++)
        to[i - first] = in[i];
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, bar, bytes);
}

__global__ void __launch_bounds__(THREADS)
    reorder(const int *in, const int *order, int *out, int rows, int n) {
    __shared__ alignas(16) int buffer[MAX_N + 2 * UNIT];
    __shared__ uint64_t bar;
    unsigned parity = 0;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1); // the thread that copies
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t start = (size_t)r * n, first = start / UNIT * UNIT;
        const int *row = buffer + (start - first);

        __syncthreads(); // the barrier is made; everybody has left the buffer
        for (int i = threadIdx.x; i < n; i += THREADS)
            buffer[start - first + i] = in[start + i];
        __syncthreads();

        for (int i = threadIdx.x; i < n; i += THREADS)
            out[start + i] = row[order[i]];
    }
}

void reorder_columns(const int *in, const int *order, int *out, int rows,
                     int n) {
    if (rows == 0 || n == 0) return;

    int device = 0, sms = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    reorder<<<min(rows, 4 * sms), THREADS>>>(in, order, out, rows, n);
}
