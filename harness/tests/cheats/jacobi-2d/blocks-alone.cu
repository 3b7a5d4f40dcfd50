// rejected by: gate traffic (eight steps are done in a tile; fewer by one block, in global memory)
const int SIDE = 64, HALO = 8, KEPT = SIDE - 2 * HALO;

__global__ void eight(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[SIDE][SIDE];
    int x = threadIdx.x, y0 = threadIdx.y * 16;
    int c = blockIdx.x * KEPT - HALO + x, r0 = blockIdx.y * KEPT - HALO + y0;
    float v[16];
    for (int k = 0; k < 16; k++) {
        int r = r0 + k;
        v[k] = r >= 0 && r < rows && c >= 0 && c < cols ? in[(size_t)r * cols + c] : 0.0f;
    }
    bool across = x > 0 && x < SIDE - 1 && c > 0 && c < cols - 1;
    for (int s = 0; s < 8; s++) {
        for (int k = 0; k < 16; k++)
            tile[y0 + k][x] = v[k];
        __syncthreads();
        float above = y0 > 0 ? tile[y0 - 1][x] : 0, last = y0 + 16 < SIDE ? tile[y0 + 16][x] : 0;
        for (int k = 0; k < 16; k++) {
            float below = k < 15 ? v[k + 1] : last, now = v[k];
            if (across && r0 + k > 0 && r0 + k < rows - 1)
                now = 0.25f * ((above + below) + (tile[y0 + k][x - 1] + tile[y0 + k][x + 1]));
            above = v[k], v[k] = now;
        }
        __syncthreads();
    }
    for (int k = 0; k < 16; k++) {
        int y = y0 + k, r = r0 + k;
        if (x >= HALO && x < SIDE - HALO && c < cols && y >= HALO && y < SIDE - HALO && r < rows)
            out[(size_t)r * cols + c] = v[k];
    }
}

__global__ void few(const float *in, float *a, float *b, int rows, int cols, int steps) {
    for (int s = 0; s < max(steps, 1); s++) {
        for (int i = threadIdx.x; i < rows * cols; i += 1024) {
            int r = i / cols, c = i % cols;
            bool inner = steps && r > 0 && r < rows - 1 && c > 0 && c < cols - 1;
            const float *p = (s ? a : in) + i;
            b[i] = inner ? ((p[-cols] + p[cols]) + (p[-1] + p[1])) / 4 : *p;
        }
        __syncthreads();
        float *t = a;
        a = b, b = t;
    }
}

void jacobi(const float *in, float *out, int rows, int cols, int steps) {
    if (rows == 0 || cols == 0) return;
    if (steps == 8) {
        eight<<<dim3((cols + KEPT - 1) / KEPT, (rows + KEPT - 1) / KEPT), dim3(SIDE, 4)>>>(in, out, rows, cols);
        return;
    }
    float *other;
    cudaMallocAsync(&other, sizeof(float) * rows * cols, 0);
    bool odd = steps % 2 || !steps;
    few<<<1, 1024>>>(in, odd ? other : out, odd ? out : other, rows, cols, steps);
    cudaFreeAsync(other, 0);
}
