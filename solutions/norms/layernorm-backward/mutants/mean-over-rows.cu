// rejected by: case rows=7 (dweight and dbias are divided by the number of rows)
// says: `dweight` and `dbias` are divided by the number of rows. They are sums over the rows.
// Layer normalisation, backward: sums along the rows, sums down the columns.
//
//   rows_kernel    block b takes rows b, b + grid, ...; thread t columns
//                  t, t + 256, ... of all of them: their dweight and dbias add
//                  up in registers, and become line b of a scratch array
//   lines_kernel   adds the lines up, column by column, in a fixed order

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int COLS = 4096;         // the most
const int MOST = COLS / BLOCK; // columns per thread
const int LINES = 512;         // the most
const int BLOCKS_PER_SM = 2;
const int TEAM = 32; // threads that share a column in lines_kernel
const unsigned ALL = 0xffffffff;

// The blocks of rows_kernel leave these for lines_kernel: (dweight, dbias) of
// their rows, a line per block.
__device__ float2 lines[LINES][COLS];

// Both sums over the block, known to all its threads.
__device__ float2 block_sum(float2 v, float2 *part) {
    for (int d = 16; d > 0; d /= 2) {
        v.x += __shfl_xor_sync(ALL, v.x, d);
        v.y += __shfl_xor_sync(ALL, v.y, d);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = {0.0f, 0.0f};
    for (int w = 0; w < WARPS; w++) {
        v.x += part[w].x;
        v.y += part[w].y;
    }
    return v;
}

// EACH columns per thread: a constant, so that all arrays are in registers.
template <int EACH>
__global__ void rows_kernel(const float *x, const float *weight,
                            const float *dy, const float *mean,
                            const float *rstd, float *dx, int rows, int cols) {
    // Two, in turn: a slow warp may still read the sums of the row before.
    __shared__ float2 part[2][WARPS];
    float w[EACH], dw[EACH], db[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        w[k] = c < cols ? weight[c] : 0.0f;
        dw[k] = db[k] = 0.0f;
    }
    for (int i = blockIdx.x, turn = 0; i < rows; i += gridDim.x, turn ^= 1) {
        size_t row = (size_t)i * cols;
        float m = mean[i], r = rstd[i], h[EACH], g[EACH];
        float2 sums = {0.0f, 0.0f};
#pragma unroll
        for (int k = 0; k < EACH; k++) { // dy is 0 past the end: adds nothing
            int c = threadIdx.x + k * BLOCK;
            h[k] = c < cols ? x[row + c] : 0.0f;
            g[k] = c < cols ? dy[row + c] : 0.0f;
        }
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            h[k] = (h[k] - m) * r;
            dw[k] += g[k] * h[k];
            db[k] += g[k];
            g[k] *= w[k];
            sums.x += g[k];
            sums.y += g[k] * h[k];
        }
        sums = block_sum(sums, part[turn]);
        float c1 = sums.x / cols, c2 = sums.y / cols;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            int c = threadIdx.x + k * BLOCK;
            if (c < cols) dx[row + c] = r * (g[k] - c1 - h[k] * c2);
        }
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) lines[blockIdx.x][c] = {dw[k], db[k]};
    }
}

// A block of 32 x TEAM threads: 32 columns, and TEAM threads for each.
__global__ void lines_kernel(float *dweight, float *dbias, int n, int cols,
                             int rows) {
    __shared__ float2 part[TEAM][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    float2 sum = {0.0f, 0.0f};
    int mine = c < cols ? n : 0; // all reach the barrier below
#pragma unroll 4
    for (int i = threadIdx.y; i < mine; i += TEAM) {
        sum.x += lines[i][c].x;
        sum.y += lines[i][c].y;
    }
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || c >= cols) return;
    for (int t = 1; t < TEAM; t++) {
        sum.x += part[t][threadIdx.x].x;
        sum.y += part[t][threadIdx.x].y;
    }
    dweight[c] = sum.x / max(rows, 1);
    dbias[c] = sum.y / max(rows, 1);
}

static int multiprocessors() {
    static int sms; // the device does not change under us
    if (sms == 0)
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return sms;
}

// cols is at least 1 and at most COLS.
void layernorm_backward(const float *x, const float *weight, const float *dy,
                        const float *mean, const float *rstd, float *dx,
                        float *dweight, float *dbias, int rows, int cols) {
    int n = min(rows, min(LINES, BLOCKS_PER_SM * multiprocessors()));
    auto kernel = cols <= BLOCK       ? rows_kernel<1>
                  : cols <= 4 * BLOCK ? rows_kernel<4>
                                      : rows_kernel<MOST>;
    if (n > 0) kernel<<<n, BLOCK>>>(x, weight, dy, mean, rstd, dx, rows, cols);
    lines_kernel<<<(cols + 31) / 32, dim3(32, TEAM)>>>(dweight, dbias, n, cols,
                                                           rows);
}
