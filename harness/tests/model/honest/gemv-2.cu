// y = A x with a warp per row; z = B^T w with the columns cut into four pieces,
// joined by atomics.

const int WARPS = 8;
const int DEEP = 8;
const int PIECES = 4;

__global__ void rows_kernel(const float *__restrict__ a,
                            const float *__restrict__ x, float *y, int m,
                            int n) {
    int i = blockIdx.x * WARPS + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (i >= m) return; // a whole warp

    const float *row = a + (size_t)i * n;
    float sum = 0.0f;
#pragma unroll 8
    for (int j = lane; j < n; j += 32) sum += row[j] * x[j];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (lane == 0) y[i] = sum;
}

__global__ void columns_kernel(const float *__restrict__ b,
                               const float *__restrict__ w, float *z, int m,
                               int n, int height) {
    __shared__ float part[DEEP][32];
    int j = blockIdx.x * 32 + threadIdx.x;
    int first = blockIdx.y * height;
    int last = first + height < m ? first + height : m;

    float sum = 0.0f;
    if (j < n) {
#pragma unroll 8
        for (int i = first + threadIdx.y; i < last; i += DEEP)
            sum += b[(size_t)i * n + j] * w[i];
    }
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && j < n) {
        for (int k = 1; k < DEEP; k++) sum += part[k][threadIdx.x];
        atomicAdd(&z[j], sum);
    }
}

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    if (m > 0)
        rows_kernel<<<(m + WARPS - 1) / WARPS, 32 * WARPS>>>(a, x, y, m, n);
    if (n > 0) {
        cudaMemsetAsync(z, 0, n * sizeof(float));
        int height = (m + PIECES - 1) / PIECES;
        if (m > 0)
            columns_kernel<<<dim3((n + 31) / 32, PIECES), dim3(32, DEEP)>>>(
                b, w, z, m, n, height);
    }
}
