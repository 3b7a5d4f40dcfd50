// Many steps of an average of four neighbours, in one visit.

const int WIDE = 64; // columns of a tile
const int HIGH = 64; // rows of a tile
const int SIDE = 8;  // threads above each other

__global__ void jacobi_kernel(const float *in, float *out, int rows, int cols,
                              int steps) {
    __shared__ float tile[HIGH][WIDE];
    int x = threadIdx.x;
    int c = blockIdx.x * WIDE + x, r0 = blockIdx.y * HIGH;

    for (int y = threadIdx.y; y < HIGH; y += SIDE) {
        bool inside = r0 + y < rows && c < cols;
        tile[y][x] = inside ? in[(size_t)(r0 + y) * cols + c] : 0.0f;
    }
    __syncthreads();

    // TODO: the steps. How many rows and columns beyond those that the block
    // stores do they need?

    for (int y = threadIdx.y; y < HIGH; y += SIDE)
        if (r0 + y < rows && c < cols)
            out[(size_t)(r0 + y) * cols + c] = tile[y][x];
}

void jacobi(const float *in, float *out, int rows, int cols, int steps) {
    if (rows == 0 || cols == 0) return;
    dim3 grid((cols + WIDE - 1) / WIDE, (rows + HIGH - 1) / HIGH);
    jacobi_kernel<<<grid, dim3(WIDE, SIDE)>>>(in, out, rows, cols, steps);
}
