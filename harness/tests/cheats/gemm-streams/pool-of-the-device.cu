// rejected by: case (memory of its own, from a pool of the device)
// A product that does not fit: B stays on the device, panels of A and C pass through two
// buffers, each in a stream of its own.

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

void product(const float *a, const float *b, float *c, int m, int n, int k, float *room,
             size_t floats) {
    static cudaStream_t stream[2];
    static cudaEvent_t b_there;
    if (m == 0 || n == 0) return;
    if (!b_there) {
        cudaEventCreateWithFlags(&b_there, cudaEventDisableTiming);
        for (cudaStream_t &s : stream)
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    }
    float *db = room, *buffers;
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMallocFromPoolAsync((void **)&buffers, 2 * (size_t)m * (k + n) * sizeof(float), pool, 0);
    cudaStreamSynchronize(0);
    size_t most = m; // rows that fit into a buffer
    // Some panels at least, so that the first is under way when the second is copied.
    int rows = (int)min(most, (size_t)max((m + 7) / 8, 1));

    cudaMemcpyAsync(db, b, (size_t)k * n * sizeof(float), cudaMemcpyHostToDevice, stream[0]);
    cudaEventRecord(b_there, stream[0]);
    cudaStreamWaitEvent(stream[1], b_there, 0);
    for (int first = 0, p = 0; first < m; first += rows, p ^= 1) {
        // The order of the stream frees the buffer: chunk p - 2 has been stored.
        int now = min(rows, m - first);
        float *da = buffers + p * (size_t)rows * (k + n), *dc = da + (size_t)rows * k;
        cudaMemcpyAsync(da, a + (size_t)first * k, (size_t)now * k * sizeof(float),
                        cudaMemcpyHostToDevice, stream[p]);
        multiply<<<tiles(now, n), dim3(TILE, TILE), 0, stream[p]>>>(da, db, dc, now, n, k);
        cudaMemcpyAsync(c + (size_t)first * n, dc, (size_t)now * n * sizeof(float),
                        cudaMemcpyDeviceToHost, stream[p]);
    }
    cudaDeviceSynchronize();
    cudaFreeAsync(buffers, 0);
}
