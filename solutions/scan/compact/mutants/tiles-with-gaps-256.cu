// rejected by: case n=1000 (tiles of 256 that write from their own beginning)
// says: Each tile writes from its own beginning, so there is a gap after every tile. It has to begin after all kept elements of the tiles before.

constexpr int BLOCK = 256;
__device__ int sums[1 << 19];
__global__ void tile_count(const float *in, int n, float least) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int c = __syncthreads_count(i < n && in[i] >= least);
    if (threadIdx.x == 0) sums[blockIdx.x] = c;
}
__global__ void scan_sums(int tiles, int *count) {
    int run = 0;
    for (int t = 0; t < tiles; t++) { int c = sums[t]; sums[t] = run; run += c; }
    *count = run;
}
__global__ void write(const float *in, float *out, int n, float least) {
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x;
    int flag = i < n && in[i] >= least;
    s[t] = flag;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int add = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    if (flag) out[blockIdx.x * BLOCK + s[t] - 1] = in[i];
}
void compact(const float *in, float *out, int *count, int n, float least) {
    int tiles = (n + BLOCK - 1) / BLOCK;
    if (tiles) tile_count<<<tiles, BLOCK>>>(in, n, least);
    scan_sums<<<1, 1>>>(tiles, count);
    if (tiles) write<<<tiles, BLOCK>>>(in, out, n, least);
}
