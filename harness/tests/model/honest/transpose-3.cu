// Matrix transpose in registers: each thread turns a 4 x 4 square. A warp has
// 8 squares down and 4 across: it reads 64 bytes of 8 rows at a time, and
// writes 128 bytes of 4. Other shapes go through a tile in shared memory.

__global__ void transpose_squares(const float *__restrict__ in,
                                  float *__restrict__ out, int rows, int cols) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    // 4 warps: a block covers 64 columns and 32 rows.
    int r = blockIdx.y * 32 + (lane % 8) * 4;
    int c = blockIdx.x * 64 + warp * 16 + (lane / 8) * 4;
    if (r >= rows || c >= cols) return;

    const float *p = in + (size_t)r * cols + c;
    float4 a = *(const float4 *)p;
    float4 b = *(const float4 *)(p + (size_t)cols);
    float4 d = *(const float4 *)(p + 2 * (size_t)cols);
    float4 e = *(const float4 *)(p + 3 * (size_t)cols);

    float *q = out + (size_t)c * rows + r;
    *(float4 *)q = make_float4(a.x, b.x, d.x, e.x);
    *(float4 *)(q + (size_t)rows) = make_float4(a.y, b.y, d.y, e.y);
    *(float4 *)(q + 2 * (size_t)rows) = make_float4(a.z, b.z, d.z, e.z);
    *(float4 *)(q + 3 * (size_t)rows) = make_float4(a.w, b.w, d.w, e.w);
}

__global__ void transpose_any(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int r = blockIdx.y * 32 + k;
        if (r < rows && c < cols) tile[k][threadIdx.x] = in[(size_t)r * cols + c];
    }
    __syncthreads();
    int r = blockIdx.y * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int oc = blockIdx.x * 32 + k;
        if (r < rows && oc < cols) out[(size_t)oc * rows + r] = tile[threadIdx.x][k];
    }
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    bool squares = rows % 4 == 0 && cols % 4 == 0 && (size_t)in % 16 == 0 &&
                   (size_t)out % 16 == 0;
    if (squares) {
        dim3 grid((cols + 63) / 64, (rows + 31) / 32);
        transpose_squares<<<grid, 128>>>(in, out, rows, cols);
    } else {
        dim3 grid((cols + 31) / 32, (rows + 31) / 32);
        transpose_any<<<grid, dim3(32, 8)>>>(in, out, rows, cols);
    }
}
