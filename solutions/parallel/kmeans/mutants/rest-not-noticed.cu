// rejected by: case until nothing moves (all rounds are counted, also those after nothing moves any more)
// says: Rounds go on after no centre has moved. They end with the first round in which nothing moves, and rounds[0] counts up to that one.
const int MOST = 256; // centres
const int BLOCK = 256;
const int SHARE = 8;    // pixels of a thread, before another block pays
const int BLOCKS = 1024; // at most
enum { COUNT = 4 };     // sums: four channels, and how many pixels

__device__ unsigned int sums[COUNT + 1][MOST];
__device__ bool is_done;

// The first of the nearest centres.
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
    for (int i = 0; i <= COUNT; i++)
        sums[i][threadIdx.x] = 0;
    if (threadIdx.x == 0) *rounds = 0, is_done = false;
}

__global__ void round_kernel(const uchar4 *pixels, const uchar4 *centres, int n, int k) {
    __shared__ uchar4 centre[MOST];
    __shared__ unsigned int mine[COUNT + 1][MOST];
    if (is_done) return;

    if (threadIdx.x < k) centre[threadIdx.x] = centres[threadIdx.x];
    for (int i = 0; i <= COUNT; i++)
        mine[i][threadIdx.x] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        uchar4 p = pixels[i];
        int c = nearest(p, centre, k);
        atomicAdd(&mine[0][c], p.x);
        atomicAdd(&mine[1][c], p.y);
        atomicAdd(&mine[2][c], p.z);
        atomicAdd(&mine[3][c], p.w);
        atomicAdd(&mine[COUNT][c], 1);
    }
    __syncthreads();

    if (mine[COUNT][threadIdx.x] == 0) return;
    for (int i = 0; i <= COUNT; i++)
        atomicAdd(&sums[i][threadIdx.x], mine[i][threadIdx.x]);
}

// Thread c has centre c. Leaves the sums at 0 for the next round.
__global__ void update_kernel(uchar4 *centres, int *rounds, int k) {
    if (is_done) return;

    int c = threadIdx.x;
    bool has_moved = false;
    unsigned int count = sums[COUNT][c];
    if (count > 0) { // so c < k; without pixels a centre stays where it is
        unsigned int half = count / 2;
        uchar4 mean = make_uchar4(
            (sums[0][c] + half) / count, (sums[1][c] + half) / count,
            (sums[2][c] + half) / count, (sums[3][c] + half) / count);
        uchar4 old = centres[c];
        has_moved = mean.x != old.x || mean.y != old.y || mean.z != old.z ||
                    mean.w != old.w;
        centres[c] = mean;
        for (int i = 0; i <= COUNT; i++)
            sums[i][c] = 0;
    }
    bool any_moved = __syncthreads_or(has_moved);
    if (c == 0) *rounds += 1, is_done = false;
}

__global__ void label_kernel(const uchar4 *pixels, const uchar4 *centres, int *labels,
                             int n, int k) {
    __shared__ uchar4 centre[MOST];
    if (threadIdx.x < k) centre[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        labels[i] = nearest(pixels[i], centre, k);
}

void kmeans(const unsigned char *pixels, unsigned char *centres, int *labels,
            int *rounds, int n, int k, int most) {
    const uchar4 *in = (const uchar4 *)pixels;
    uchar4 *means = (uchar4 *)centres;
    int useful = (n + BLOCK * SHARE - 1) / (BLOCK * SHARE);
    int blocks = max(1, min(useful, BLOCKS));

    start_kernel<<<1, MOST>>>(rounds);
    for (int r = 0; r < most; r++) {
        round_kernel<<<blocks, BLOCK>>>(in, means, n, k);
        update_kernel<<<1, MOST>>>(means, rounds, k);
    }
    label_kernel<<<blocks, BLOCK>>>(in, means, labels, n, k);
}
