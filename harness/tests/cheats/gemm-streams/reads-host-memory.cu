// rejected by: gate link_bytes (the kernel reads A where it lies, in the host's memory; what is copied is for show)
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
    static cudaStream_t beside;
    if (m == 0 || n == 0) return;
    if (!beside) cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking);
    float *da = room + (size_t)k * n;
    int rows = (int)min((floats - (size_t)k * n) / (k + n), (size_t)(m + 7) / 8);
    cudaMemcpy(room, b, (size_t)k * n * sizeof(float), cudaMemcpyHostToDevice);
    multiply<<<tiles(m, n), dim3(TILE, TILE)>>>(a, room, c, m, n, k);
    for (int first = 0; first < m; first += rows)
        cudaMemcpyAsync(da, a + (size_t)first * k,
                        (size_t)min(rows, m - first) * k * sizeof(float),
                        cudaMemcpyHostToDevice, beside);
    cudaDeviceSynchronize();
}
