// rejected by: gate tensor_bytes (cp.async: every thread still computes addresses and tests edges)
#include <cuda_pipeline.h>

const int TX = 32, TY = 16; // elements of a tile: columns, rows

__global__ void sums(const int *in, int *out, int rows, int cols, int pitch) {
    __shared__ int tile[TY + 2][TX + 2];
    int x = blockIdx.x * TX, y = blockIdx.y * TY;

    for (int i = threadIdx.x; i < (TY + 2) * (TX + 2); i += blockDim.x) {
        int r = y - 1 + i / (TX + 2), c = x - 1 + i % (TX + 2);
        bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
        int *to = &tile[i / (TX + 2)][i % (TX + 2)];
        if (inside)
            __pipeline_memcpy_async(to, &in[(size_t)r * pitch + c], 4);
        else
            *to = 0;
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();

    int c = threadIdx.x % TX;
    for (int r = threadIdx.x / TX; r < TY; r += blockDim.x / TX) {
        int sum = 0;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                sum += tile[r + i][c + k];
        if (y + r < rows && x + c < cols)
            out[(size_t)(y + r) * cols + x + c] = sum;
    }
}

void window_sums(const int *in, int *out, int rows, int cols, int pitch) {
    if (rows == 0 || cols == 0) return;
    dim3 grid((cols + TX - 1) / TX, (rows + TY - 1) / TY);
    sums<<<grid, 128>>>(in, out, rows, cols, pitch);
}
