// rejected by: unwritten | case n=1023 (threads after those of the vectors take the tail, and the grid has too few)
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
    int whole = n / WIDTH;            /* B */
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
    // The threads after them take what is left, one element each.
    else if (i - whole < rest) {
        int at = n - rest + i - whole;
        out[at] = clip(in[at], lo, hi, mine);
    }
    count(outside, mine);
}

void clip_array(const int *in, int *out, int *outside, int n, int lo, int hi) {
    // One thread for each vector, also for one that is not whole.
    int vectors = (n + WIDTH - 1) / WIDTH;
    int blocks = (vectors + THREADS - 1) / THREADS; /* F */
    cudaMemsetAsync(outside, 0, sizeof *outside);
    if (n > 0) clip_all<<<blocks, THREADS>>>(in, out, outside, n, lo, hi);
}
