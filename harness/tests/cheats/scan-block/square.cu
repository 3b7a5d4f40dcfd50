// rejected by: gate barriers (each thread adds up the sums of all threads before it)
// Running sums of rows. No tree: each thread adds up the sums of all threads before it.
const int BLOCK = 256, EACH = 16;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols) {
    __shared__ __align__(16) unsigned sums[BLOCK];
    size_t row = (size_t)blockIdx.x * cols;
    int t = threadIdx.x, first = t * EACH;
    unsigned v[EACH], mine = 0, before = 0;
#pragma unroll
    for (int q = 0; q < EACH; q += 4) {
        int i = first + q;
        if (cols % 4 == 0 && i < cols) {
            uint4 w = *(const uint4 *)(in + row + i);
            v[q] = w.x, v[q + 1] = w.y, v[q + 2] = w.z, v[q + 3] = w.w;
        } else {
#pragma unroll
            for (int k = 0; k < 4; k++)
                v[q + k] = i + k < cols ? in[row + i + k] : 0;
        }
        mine += v[q] + v[q + 1] + v[q + 2] + v[q + 3];
    }
    sums[t] = mine;
    __syncthreads();
    for (int k = 0; k < BLOCK / 4; k++) { // the same word for all lanes
        uint4 w = ((const uint4 *)sums)[k];
        before += (4 * k < t ? w.x : 0) + (4 * k + 1 < t ? w.y : 0) +
                  (4 * k + 2 < t ? w.z : 0) + (4 * k + 3 < t ? w.w : 0);
    }
#pragma unroll
    for (int q = 0; q < EACH; q += 4) {
        unsigned e[4], s[4];
        int i = first + q;
#pragma unroll
        for (int k = 0; k < 4; k++)
            e[k] = before, s[k] = before += v[q + k];
        if (cols % 4 == 0 && i < cols) {
            *(uint4 *)(inclusive + row + i) = make_uint4(s[0], s[1], s[2], s[3]);
            *(uint4 *)(exclusive + row + i) = make_uint4(e[0], e[1], e[2], e[3]);
        } else
            for (int k = 0; k < 4; k++)
                if (i + k < cols) inclusive[row + i + k] = s[k], exclusive[row + i + k] = e[k];
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    scan_kernel<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
