// rejected by: gate exchanges (all in registers by shuffles: no layout is chosen)
__global__ void __launch_bounds__(128) moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies, int tiles) {
    int tile = blockIdx.x * 4 + threadIdx.x / 32, x = threadIdx.x % 32;
    if (tile >= tiles) return;
    size_t base = (size_t)tile * 1024 + x;
    float v[32], w[32];
#pragma unroll
    for (int r = 0; r < 32; r++)
        v[r] = in[base + r * 32]; // lane c has column c
#pragma unroll
    for (int b = 16; b > 0; b /= 2) // now lane r has row r
#pragma unroll
        for (int i = 0; i < 32; i++)
            if (!(i & b)) {
                float give = x & b ? v[i] : v[i | b];
                float got = __shfl_xor_sync(~0u, give, b);
                if (x & b) v[i] = got; else v[i | b] = got;
            }
#pragma unroll
    for (int d = 0; d < 32; d++)
        columns[base + d * 32] = v[d];
#pragma unroll
    for (int d = 0; d < 32; d++)
        w[d] = v[d];
#pragma unroll
    for (int b = 1; b < 32; b *= 2) // rotate by the lane
    {
        float t[32];
#pragma unroll
        for (int i = 0; i < 32; i++)
            t[i] = x & b ? w[(i + b) % 32] : w[i];
#pragma unroll
        for (int i = 0; i < 32; i++)
            w[i] = t[i];
    }
#pragma unroll
    for (int d = 0; d < 32; d++)
        diagonals[base + d * 32] = w[d];
#pragma unroll
    for (int b = 1; b < 32; b *= 2) // exchange by the lane's bits
#pragma unroll
        for (int i = 0; i < 32; i++)
            if (!(i & b)) {
                float lo = v[i], hi = v[i | b];
                v[i] = x & b ? hi : lo;
                v[i | b] = x & b ? lo : hi;
            }
#pragma unroll
    for (int d = 0; d < 32; d++)
        butterflies[base + d * 32] = v[d];
}

void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles == 0) return;
    moves_kernel<<<(tiles + 3) / 4, 128>>>(in, columns, diagonals, butterflies, tiles);
}
