// rejected by: case (the last row and column are averaged)
// says: The last row and the last column of the array are averaged. Their numbers are rows - 1 and cols - 1, and they keep their value like the first ones.
// Many steps in one visit, with two tiles that take turns.
const int WIDE = 64, HIGH = 64, SIDE = 8;
__global__ void jacobi_kernel(const float *in, float *out, int rows, int cols,
                              int steps) {
    __shared__ float tile[2][HIGH][WIDE];
    int x = threadIdx.x;
    int ow = WIDE - 2 * steps, oh = HIGH - 2 * steps; // what a block stores
    int c = blockIdx.x * ow + x - steps, r0 = blockIdx.y * oh - steps;
    for (int y = threadIdx.y; y < HIGH; y += SIDE) {
        int r = r0 + y;
        bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
        tile[0][y][x] = inside ? in[(size_t)r * cols + c] : 0.0f;
    }
    __syncthreads();
    int from = 0;
    for (int s = 0; s < steps; s++) {
        for (int y = threadIdx.y; y < HIGH; y += SIDE) {
            int r = r0 + y;
            float v = tile[from][y][x];
            bool ring = x == 0 || y == 0 || x == WIDE - 1 || y == HIGH - 1;
            bool edge = r <= 0 || r >= rows || c <= 0 || c >= cols;
            if (!ring && !edge)
                v = ((tile[from][y - 1][x] + tile[from][y + 1][x]) +
                     (tile[from][y][x - 1] + tile[from][y][x + 1])) / 4;
            tile[1 - from][y][x] = v;
        }
        __syncthreads();
        from = 1 - from;
    }
    for (int y = threadIdx.y; y < HIGH; y += SIDE) {
        int r = r0 + y;
        bool mine = x >= steps && x < WIDE - steps && y >= steps && y < HIGH - steps;
        if (mine && r < rows && c < cols) out[(size_t)r * cols + c] = tile[from][y][x];
    }
}
void jacobi(const float *in, float *out, int rows, int cols, int steps) {
    if (rows == 0 || cols == 0) return;
    int ow = WIDE - 2 * steps, oh = HIGH - 2 * steps;
    dim3 grid((cols + ow - 1) / ow, (rows + oh - 1) / oh);
    jacobi_kernel<<<grid, dim3(WIDE, SIDE)>>>(in, out, rows, cols, steps);
}
