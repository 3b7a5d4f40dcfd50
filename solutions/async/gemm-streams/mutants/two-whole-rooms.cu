// rejected by: trap copy-size | trap out-of-bounds (each buffer is as large as all that is left beside B)
// A product whose matrices are in host memory and do not fit on the device together.
// B stays on the device; panels of A and C pass through two buffers.

const int TILE = 16;

// c = a * b, all by rows: a is rows x k, b is k x n.
__global__ void multiply(const float *a, const float *b, float *c, int rows, int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int p = 0; p < k; p += TILE) {
        as[y][x] = row < rows && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row < rows && col < n) c[(size_t)row * n + col] = sum;
}

static dim3 tiles(int rows, int n) {
    return dim3((n + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
}

// room: memory of the device, `floats` of it. It holds B and a few rows of A and of C.
void product(const float *a, const float *b, float *c, int m, int n, int k, float *room,
             size_t floats) {
    if (m == 0 || n == 0) return;
    float *db = room;
    size_t fit = (floats - (size_t)k * n) / (k + n); // rows of one buffer
    int rows = (int)min(fit, (size_t)(m + 7) / 8);

    cudaStream_t stream[2];
    float *da[2], *dc[2];
    for (int s = 0; s < 2; s++) {
        cudaStreamCreate(&stream[s]);
        da[s] = room + (size_t)k * n + (size_t)s * rows * (k + n);
        dc[s] = da[s] + (size_t)rows * k;
    }
    cudaEvent_t b_here;
    cudaEventCreateWithFlags(&b_here, cudaEventDisableTiming);
    cudaMemcpyAsync(db, b, (size_t)k * n * sizeof(float), cudaMemcpyHostToDevice, stream[0]);
    cudaEventRecord(b_here, stream[0]);
    cudaStreamWaitEvent(stream[1], b_here, 0);

    int s = 0;
    for (int first = 0; first < m; first += rows) {
        int now = min(rows, m - first);
        cudaMemcpyAsync(da[s], a + (size_t)first * k, (size_t)now * k * sizeof(float),
                        cudaMemcpyHostToDevice, stream[s]);
        multiply<<<tiles(now, n), dim3(TILE, TILE), 0, stream[s]>>>(da[s], db, dc[s], now, n,
                                                                    k);
        cudaMemcpyAsync(c + (size_t)first * n, dc[s], (size_t)now * n * sizeof(float),
                        cudaMemcpyDeviceToHost, stream[s]);
        s = 1 - s;
    }
    for (int i = 0; i < 2; i++) {
        cudaStreamSynchronize(stream[i]);
        cudaStreamDestroy(stream[i]);
    }
    cudaEventDestroy(b_here);
}
