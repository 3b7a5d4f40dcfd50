// baseline: sums in global memory, five atomics for each pixel
const int MOST = 256; // centres
const int BLOCK = 256;

__device__ unsigned int sums[5][MOST];
__device__ bool is_done;

__device__ int nearest(uchar4 p, const uchar4 *centres, int k) {
    int best = 0, least = INT_MAX;
    for (int c = 0; c < k; c++) {
        uchar4 q = centres[c];
        int x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, w = p.w - q.w;
        int distance = x * x + y * y + z * z + w * w;
        if (distance < least) least = distance, best = c;
    }
    return best;
}

__global__ void start_kernel(int *rounds) {
    for (int i = 0; i < 5; i++)
        sums[i][threadIdx.x] = 0;
    if (threadIdx.x == 0) *rounds = 0, is_done = false;
}

__global__ void round_kernel(const uchar4 *pixels, const uchar4 *centres, int n, int k) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (is_done || i >= n) return;

    uchar4 p = pixels[i];
    int c = nearest(p, centres, k);
    atomicAdd(&sums[0][c], p.x);
    atomicAdd(&sums[1][c], p.y);
    atomicAdd(&sums[2][c], p.z);
    atomicAdd(&sums[3][c], p.w);
    atomicAdd(&sums[4][c], 1);
}

__global__ void update_kernel(uchar4 *centres, int *rounds, int k) {
    if (is_done) return;

    int c = threadIdx.x;
    bool has_moved = false;
    unsigned int count = sums[4][c];
    if (count > 0) {
        unsigned int half = count / 2;
        uchar4 mean = make_uchar4(
            (sums[0][c] + half) / count, (sums[1][c] + half) / count,
            (sums[2][c] + half) / count, (sums[3][c] + half) / count);
        uchar4 old = centres[c];
        has_moved = mean.x != old.x || mean.y != old.y || mean.z != old.z ||
                    mean.w != old.w;
        centres[c] = mean;
        for (int i = 0; i < 5; i++)
            sums[i][c] = 0;
    }
    bool any_moved = __syncthreads_or(has_moved);
    if (c == 0) *rounds += 1, is_done = !any_moved;
}

__global__ void label_kernel(const uchar4 *pixels, const uchar4 *centres, int *labels,
                             int n, int k) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) labels[i] = nearest(pixels[i], centres, k);
}

void kmeans(const unsigned char *pixels, unsigned char *centres, int *labels,
            int *rounds, int n, int k, int most) {
    const uchar4 *in = (const uchar4 *)pixels;
    uchar4 *means = (uchar4 *)centres;
    int blocks = max(1, (n + BLOCK - 1) / BLOCK);

    start_kernel<<<1, MOST>>>(rounds);
    for (int r = 0; r < most; r++) {
        round_kernel<<<blocks, BLOCK>>>(in, means, n, k);
        update_kernel<<<1, MOST>>>(means, rounds, k);
    }
    label_kernel<<<blocks, BLOCK>>>(in, means, labels, n, k);
}
