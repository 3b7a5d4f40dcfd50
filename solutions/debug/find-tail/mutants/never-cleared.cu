// rejected by: trap uninitialised-global | unwritten | case (adds to a count that nobody cleared)
// says: Warps add to outside[0], and nothing sets it to 0 before. That is needed for n = 0, too.
// Keeps every element within bounds, and counts those that were outside. Four
// elements at a time, and what is left, three at most, one by one.
//
// line: B
// cause: vector-left-over

const int THREADS = 256;
const int WIDTH = 4; // elements of a vector
const unsigned ALL = 0xffffffffu;

__device__ int clip(int x, int lo, int hi, int &outside) {
    outside += x < lo || x > hi;
    return min(max(x, lo), hi);
}

// Adds up over the warp, with one atomic addition for all of its lanes.
__device__ void count(int *outside, int mine) {
    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(ALL, mine, d);
    if (threadIdx.x % 32 == 0 && mine > 0) atomicAdd(outside, mine);
}

__global__ void clip_all(const int *in, int *out, int *outside, int n, int lo,
                         int hi) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int whole = n / WIDTH; // vectors that end within the array
    int rest = n % WIDTH;  // elements after them
    int mine = 0;

    if (i < whole) {
        int4 v = ((const int4 *)in)[i];
        v.x = clip(v.x, lo, hi, mine);
        v.y = clip(v.y, lo, hi, mine);
        v.z = clip(v.z, lo, hi, mine);
        v.w = clip(v.w, lo, hi, mine);
        ((int4 *)out)[i] = v;
    }
    // The first threads take what is left, one element each.
    if (i < rest) {
        int at = n - rest + i;
        out[at] = clip(in[at], lo, hi, mine);
    }
    count(outside, mine);
}

void clip_array(const int *in, int *out, int *outside, int n, int lo, int hi) {
    // One thread for each vector, also for one that is not whole.
    int vectors = (n + WIDTH - 1) / WIDTH;
    int blocks = (vectors + THREADS - 1) / THREADS;
    if (n > 0) clip_all<<<blocks, THREADS>>>(in, out, outside, n, lo, hi);
}
