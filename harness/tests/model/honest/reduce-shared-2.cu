// All threads stay busy: each step adds the partner's sum, from one buffer to
// the other. At the end everybody has the total.
__global__ void butterfly(const float *in, float *out, int n) {
    __shared__ float buf[2][256];
    const int t = threadIdx.x;
    const int idx = blockIdx.x * 256 + t;
    float mine = 0.0f;
    if (idx < n) mine = in[idx];
    int which = 0;
    for (int step = 1; step < 256; step <<= 1) {
        buf[which][t] = mine;
        __syncthreads();
        mine += buf[which][t ^ step];
        which = 1 - which;
    }
    if (t == 0) out[blockIdx.x] = mine;
}

void block_sums(const float *in, float *out, int n) {
    int blocks = (n + 255) / 256;
    if (blocks > 0) butterfly<<<blocks, 256>>>(in, out, n);
}
