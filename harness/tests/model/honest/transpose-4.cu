// Matrix transpose, 64 x 64 tile, 16 bytes per access everywhere. A thread
// turns a 4 x 4 square in registers; the squares change places in shared
// memory, whose columns are permuted (xor) so that no two lanes meet in a bank.

__global__ void transpose_vector(const float *__restrict__ in,
                                 float *__restrict__ out, int rows, int cols) {
    __shared__ float4 tile[64][16]; // [row of out][16-byte piece]
    int across = threadIdx.x % 16, down = threadIdx.x / 16;
    int c0 = blockIdx.x * 64, r0 = blockIdx.y * 64;

    int r = r0 + down * 4, c = c0 + across * 4;
    if (r < rows && c < cols) {
        const float *p = in + (size_t)r * cols + c;
        float4 a = *(const float4 *)p;
        float4 b = *(const float4 *)(p + (size_t)cols);
        float4 d = *(const float4 *)(p + 2 * (size_t)cols);
        float4 e = *(const float4 *)(p + 3 * (size_t)cols);
        int piece = down ^ (across & 7);
        tile[across * 4 + 0][piece] = make_float4(a.x, b.x, d.x, e.x);
        tile[across * 4 + 1][piece] = make_float4(a.y, b.y, d.y, e.y);
        tile[across * 4 + 2][piece] = make_float4(a.z, b.z, d.z, e.z);
        tile[across * 4 + 3][piece] = make_float4(a.w, b.w, d.w, e.w);
    }
    __syncthreads();

    int orow = r0 + across * 4; // column of out: index along the rows of in
    if (orow < rows) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            int line = down + 16 * k;
            if (c0 + line < cols)
                *(float4 *)(out + (size_t)(c0 + line) * rows + orow) =
                    tile[line][across ^ ((line >> 2) & 7)];
        }
    }
}

__global__ void transpose_any(const float *__restrict__ in,
                              float *__restrict__ out, int rows, int cols) {
    __shared__ float tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        int r = blockIdx.y * 32 + threadIdx.y + k;
        if (r < rows && c < cols)
            tile[threadIdx.y + k][threadIdx.x] = in[(size_t)r * cols + c];
    }
    __syncthreads();
    int r = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        int oc = blockIdx.x * 32 + threadIdx.y + k;
        if (r < rows && oc < cols)
            out[(size_t)oc * rows + r] = tile[threadIdx.x][threadIdx.y + k];
    }
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    if (rows % 4 == 0 && cols % 4 == 0 && (size_t)in % 16 == 0 &&
        (size_t)out % 16 == 0) {
        dim3 grid((cols + 63) / 64, (rows + 63) / 64);
        transpose_vector<<<grid, 256>>>(in, out, rows, cols);
    } else {
        dim3 grid((cols + 31) / 32, (rows + 31) / 32);
        transpose_any<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
    }
}
