// rejected by: gate launches (the fault stays; a second kernel does the last four elements)
// Keeps every element within bounds, and counts those that were outside. Four
// elements at a time, and what is left, three at most, one by one.
//
// A colleague wrote this, and it passed the review. For some sizes the end of the
// array is wrong.
//
// Which labelled line is wrong?
// line: B
//
// Why does that do harm? One of
//   too-few-threads     the grid is too small for the elements
//   vector-left-over    a whole vector is left to code for single elements
//   tail-shifted        the single elements are taken from the wrong place
//   counted-twice       some elements are counted by two threads
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
    if (threadIdx.x % 32 == 0 && mine > 0) atomicAdd(outside, mine); /* A */
}

__global__ void clip_all(const int *in, int *out, int *outside, int n, int lo,
                         int hi) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int whole = (n - 1) / WIDTH;            /* B */
    int rest = n % WIDTH;                   /* C */
    int mine = 0;

    if (i < whole) {                        /* D */
        int4 v = ((const int4 *)in)[i];
        v.x = clip(v.x, lo, hi, mine);
        v.y = clip(v.y, lo, hi, mine);
        v.z = clip(v.z, lo, hi, mine);
        v.w = clip(v.w, lo, hi, mine);
        ((int4 *)out)[i] = v;
    }
    // The first threads take what is left, one element each.
    if (i < rest) {
        int at = n - rest + i;              /* E */
        out[at] = clip(in[at], lo, hi, mine);
    }
    count(outside, mine);
}

// The last four elements, which some sizes lack, by a kernel of their own.
__global__ void patch(const int *in, int *out, int *outside, int n, int lo, int hi) {
    int mine = 0;
    for (int i = n - 4; i < n; i++) out[i] = clip(in[i], lo, hi, mine);
    if (mine) atomicAdd(outside, mine);
}

void clip_array(const int *in, int *out, int *outside, int n, int lo, int hi) {
    // One thread for each vector, also for one that is not whole.
    int vectors = (n + WIDTH - 1) / WIDTH;
    int blocks = (vectors + THREADS - 1) / THREADS; /* F */
    cudaMemsetAsync(outside, 0, sizeof *outside);
    if (n > 0) clip_all<<<blocks, THREADS>>>(in, out, outside, n, lo, hi);
    if (n > 0 && n % 4 == 0) patch<<<1, 1>>>(in, out, outside, n, lo, hi);
}
