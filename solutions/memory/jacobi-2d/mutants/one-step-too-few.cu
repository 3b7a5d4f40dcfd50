// rejected by: case one step (one step is missing)
// says: One step is missing. Look at the loop: with steps = 1 it must run once.
const int WIDE = 64;          // columns of a tile
const int EACH = 16;          // points of a thread
const int SIDE = 4;           // threads above each other
const int HIGH = SIDE * EACH; // rows of a tile

__global__ void jacobi_kernel(const float *in, float *out, int rows, int cols,
                              int steps) {
    __shared__ float tile[HIGH][WIDE];
    int x = threadIdx.x, y0 = threadIdx.y * EACH;
    int c = blockIdx.x * (WIDE - 2 * steps) - steps + x;
    int r0 = blockIdx.y * (HIGH - 2 * steps) - steps + y0;

    float v[EACH];
    for (int k = 0; k < EACH; k++) {
        int r = r0 + k;
        bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
        v[k] = inside ? in[(size_t)r * cols + c] : 0.0f;
    }
    bool across = x > 0 && x < WIDE - 1 && c > 0 && c < cols - 1;
    for (int s = 0; s < steps - 1; s++) {
        for (int k = 0; k < EACH; k++)
            tile[y0 + k][x] = v[k];
        __syncthreads(); // all of this step is there

        // Rings at the border of the tile become wrong, one more each step.
        float above = y0 > 0 ? tile[y0 - 1][x] : 0.0f;
        float last = y0 + EACH < HIGH ? tile[y0 + EACH][x] : 0.0f;
        for (int k = 0; k < EACH; k++) {
            float below = k + 1 < EACH ? v[k + 1] : last, now = v[k];
            if (across && r0 + k > 0 && r0 + k < rows - 1) {
                float sides = tile[y0 + k][x - 1] + tile[y0 + k][x + 1];
                now = 0.25f * ((above + below) + sides);
            }
            above = v[k];
            v[k] = now;
        }
        __syncthreads(); // nobody reads this step any more
    }
    bool stored = x >= steps && x < WIDE - steps && c < cols;
    for (int k = 0; k < EACH; k++) {
        int y = y0 + k, r = r0 + k;
        if (stored && y >= steps && y < HIGH - steps && r < rows)
            out[(size_t)r * cols + c] = v[k];
    }
}

void jacobi(const float *in, float *out, int rows, int cols, int steps) {
    if (rows == 0 || cols == 0) return;
    int wide = WIDE - 2 * steps, high = HIGH - 2 * steps; // what a block stores
    dim3 grid((cols + wide - 1) / wide, (rows + high - 1) / high);
    jacobi_kernel<<<grid, dim3(WIDE, SIDE)>>>(in, out, rows, cols, steps);
}
