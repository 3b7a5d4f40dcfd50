// rejected by: case (the other three warps of a row are forgotten)
// says: A part of each row is missing: only the elements of 32 lanes are added up. Does a row belong to a block? Then add up the sums of all its warps. Does it belong to one warp? Then its lanes step by 32, not by the size of the block.
// A matrix times a vector: a block for each row, or for 32 columns.

const int WARP = 32;
const int TEAM = 128; // threads that share a row
const int HIGH = 32;  // threads that share a column
const int UNROLL = 4; // loads under way before the first is needed
const unsigned ALL = 0xffffffff;

// Products first, first + step ... below length; elements of v lie `apart`.
__device__ float partial_dot(const float *v, size_t apart, const float *u,
                             int first, int step, int length) {
    float sum = 0.0f;
    int i = first;
    for (; i + (UNROLL - 1) * step < length; i += UNROLL * step) {
        float e[UNROLL];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            e[k] = v[(i + k * step) * apart];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            sum += e[k] * u[i + k * step];
    }
    for (; i < length; i += step)
        sum += v[i * apart] * u[i];
    return sum;
}

// y = A x: the threads of a block walk along one row together.
__global__ void rows_kernel(const float *a, const float *x, float *y, int n) {
    __shared__ float part[TEAM / WARP];
    int t = threadIdx.x, row = blockIdx.x;

    float sum = partial_dot(a + (size_t)row * n, 1, x, t, TEAM, n);
    for (int d = WARP / 2; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    if (t % WARP == 0) part[t / WARP] = sum;
    __syncthreads();
    if (t > 0) return;
    y[row] = sum;
}

// z = B^T w: a warp stands in a row and walks down, one column for each lane.
// 32 warps share the 32 columns.
__global__ void columns_kernel(const float *b, const float *w, float *z, int m,
                               int n) {
    __shared__ float part[HIGH][WARP];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * WARP + x;

    float sum = 0.0f;
    if (col < n) sum = partial_dot(b + col, n, w, y, HIGH, m);
    part[y][x] = sum;
    __syncthreads();
    if (y > 0 || col >= n) return;
    for (int k = 1; k < HIGH; k++)
        sum += part[k][x];
    z[col] = sum;
}

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    if (m > 0) rows_kernel<<<m, TEAM>>>(a, x, y, n);
    if (n > 0)
        columns_kernel<<<(n + WARP - 1) / WARP, dim3(WARP, HIGH)>>>(b, w, z, m,
                                                                    n);
}
