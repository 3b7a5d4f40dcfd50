// The columns of a matrix in another order.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int THREADS = 256;
const int MAX_N = 8192; // elements of a row

__global__ void __launch_bounds__(THREADS)
    reorder(const int *in, const int *order, int *out, int rows, int n) {
    // TODO: right, but the threads of a warp read from 32 places of the row.
    // Let one thread bring the whole row into shared memory, by a bulk copy.
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
    reorder<<<min(rows, 4 * sms), THREADS>>>(in, order, out, rows, n);
}
