// rejected by: case (the rest begins at the number of float4s)
// says: The last n % 4 elements are looked for at the number of float4s. They begin at 4 times that number.
// saxpy with few threads: each has eight independent 16-byte loads under way.
//
//   load x0 x1 x2 x3  y0 y1 y2 y3     none waits for another
//   then multiply-add, then store
//
// A block is 128 threads, and 48 KB of shared memory that nobody uses keep
// all but a quarter of the warps away.

const int BLOCK = 128;
const int RESERVED = 48 * 1024; // bytes of shared memory: the handicap
const int EACH = 4;             // float4 per thread, a block apart

__global__ void saxpy_kernel(float a, const float4 *x, float4 *y, int quads) {
    int first = blockIdx.x * BLOCK * EACH + threadIdx.x;
    float4 v[EACH], w[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) { // all loads before the first use
        int i = first + k * BLOCK;
        if (i < quads) v[k] = x[i], w[k] = y[i];
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int i = first + k * BLOCK;
        if (i < quads)
            y[i] = make_float4(a * v[k].x + w[k].x, a * v[k].y + w[k].y,
                               a * v[k].z + w[k].z, a * v[k].w + w[k].w);
    }
}

__global__ void tail_kernel(float a, const float *x, float *y, int n) {
    if (threadIdx.x < n) y[threadIdx.x] += a * x[threadIdx.x];
}

void saxpy(float a, const float *x, float *y, int n) {
    int quads = n / 4, blocks = (quads + BLOCK * EACH - 1) / (BLOCK * EACH);
    if (blocks > 0)
        saxpy_kernel<<<blocks, BLOCK, RESERVED>>>(a, (const float4 *)x,
                                                  (float4 *)y, quads);
    if (n % 4 > 0)
        tail_kernel<<<1, 32, RESERVED>>>(a, x + quads, y + quads,
                                         n % 4);
}
