// rejected by: case (adds what the lane above carries, whichever segment that is)
// says: What the lane above carries is added whichever segment it belongs to. Add it only if it is of the same segment.
// One sum for each segment. Work is cut by elements, not by segments: a thread
// adds 16 neighbours (8 in this picture), whichever segments they belong to.
//
//   elements   a a a b b b b b | b b b b c e e f | f f f f f f f f | ...
//   thread     0               | 1               | 2
//   closes     a               | b c e           |
//   carries    b               | f               | f
//
// Segments that a thread closes are finished, but for the first, which may have
// begun before. What it carries meets that of its neighbours in the warp.

const int BLOCK = 256;
const int ITEMS = 16; // neighbours that a thread adds up
const int TILE = BLOCK * ITEMS;
const int WARP = 32;
const unsigned ALL = 0xffffffff;

// One word more after each 32: threads begin ITEMS words apart.
__device__ int place(int i) {
    return i + i / WARP;
}

// The last segment in lo..hi that begins at element i or before.
__device__ int segment_of(const int *offsets, int lo, int hi, int i) {
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (offsets[mid] <= i)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

// The same, from segment s on, which ends at i. Mostly it is the next one, but
// a million empty ones may lie between: so the steps become longer.
__device__ int next_segment(const int *offsets, int s, int hi, int i) {
    int step = 1;
    for (; s + step <= hi && offsets[s + step] <= i; step *= 2)
        s += step;
    return segment_of(offsets, s, min(s + step - 1, hi), i);
}

__global__ void sums_kernel(const float *in, const int *offsets, float *sums,
                            int segments, int n) {
    __shared__ float tile[TILE + TILE / WARP];
    __shared__ int range[2];
    int t = threadIdx.x, base = blockIdx.x * TILE;
    int end = min(base + TILE, n);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int i = k * BLOCK + t;
        tile[place(i)] = base + i < end ? in[base + i] : 0.0f;
    }
    if (t < 2)
        range[t] = segment_of(offsets, 0, segments - 1, t ? end - 1 : base);
    __syncthreads();

    int first = base + t * ITEMS, last = min(first + ITEMS, end);
    int s = -1; // of the segment that is being added up; -1: none
    float sum = 0.0f;
    if (first < last) {
        s = segment_of(offsets, range[0], range[1], first);
        int stop = offsets[s + 1];
        bool mine = offsets[s] >= first; // has it begun here?
        for (int i = first; i < last; i++) {
            if (i == stop) {
                if (mine)
                    sums[s] = sum;
                else
                    atomicAdd(&sums[s], sum);
                sum = 0.0f;
                mine = true;
                s = next_segment(offsets, s, range[1], i);
                stop = offsets[s + 1];
            }
            sum += tile[place(i - base)];
        }
    }
    // Lanes that carry the same segment are neighbours. Each adds what the
    // lanes above it have of that segment; the lowest then has it all.
    int lane = t % WARP;
    for (int d = 1; d < WARP; d *= 2) {
        float v = __shfl_down_sync(ALL, sum, d);
        int of = __shfl_down_sync(ALL, s, d);
        if (lane + d < WARP) sum += v;
    }
    int before = __shfl_up_sync(ALL, s, 1);
    if (s >= 0 && (lane == 0 || before != s)) atomicAdd(&sums[s], sum);
}

void segment_sums(const float *in, const int *offsets, float *sums,
                  int segments, int n) {
    if (segments == 0) return;
    cudaMemsetAsync(sums, 0, segments * sizeof(float));
    if (n == 0) return;
    sums_kernel<<<(n + TILE - 1) / TILE, BLOCK>>>(in, offsets, sums, segments,
                                                  n);
}
