// rejected by: case (each way works twice if it is called by name; AUTO never chooses)
// A reduction library: one call for every type, operation and size.
//
//   reduce ── check ── choose ── ONE_WARP      32 threads, shuffles
//                            ├── ONE_BLOCK     512 threads, a tree in shared memory
//                            └── MANY_BLOCKS   the same kernel twice: in -> work -> out
enum Type { INT32, FLOAT32, FLOAT64 };
enum Op { SUM, SMALLEST, LARGEST };
enum How { AUTO, ONE_WARP, ONE_BLOCK, MANY_BLOCKS };

const int BLOCK = 512;
const int BLOCKS = 512; // of MANY_BLOCKS, at most: they are reduced by one block
const int EACH = 8;     // elements that a thread loads before it needs the first

// ---- operations: a neutral element, and two become one

template <class T> __host__ __device__ T most();
template <> __host__ __device__ int most<int>() { return 0x7fffffff; }
template <> __host__ __device__ float most<float>() { return INFINITY; }
template <> __host__ __device__ double most<double>() { return INFINITY; }

template <class T> __host__ __device__ T least() { return -most<T>(); }
template <> __host__ __device__ int least<int>() { return -0x7fffffff - 1; }

struct Sum {
    template <class T> static __host__ __device__ T neutral() { return 0; }
    template <class T> static __device__ T join(T a, T b) { return a + b; }
};
struct Smallest { // b != b: a NaN on either side stays
    template <class T> static __host__ __device__ T neutral() { return most<T>(); }
    template <class T> static __device__ T join(T a, T b) {
        return b < a || b != b ? b : a;
    }
};
struct Largest {
    template <class T> static __host__ __device__ T neutral() { return least<T>(); }
    template <class T> static __device__ T join(T a, T b) {
        return b > a || b != b ? b : a;
    }
};

// ---- kernels

// The result of one thread of `threads`; several loads are under way at once.
template <class Op, class T>
__device__ T own_part(const T *in, size_t n, size_t first, size_t threads) {
    T v = Op::template neutral<T>();
    size_t i = first;
    for (; i + (EACH - 1) * threads < n; i += EACH * threads) {
        T x[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++)
            x[k] = in[i + k * threads];
#pragma unroll
        for (int k = 0; k < EACH; k++)
            v = Op::join(v, x[k]);
    }
    for (; i < n; i += threads)
        v = Op::join(v, in[i]);
    return v;
}

template <class Op, class T> __device__ T of_warp(T v) {
    for (int d = 16; d > 0; d /= 2)
        v = Op::join(v, __shfl_down_sync(0xffffffff, v, d));
    return v;
}

template <class Op, class T>
__global__ void by_warp(const T *in, T *out, size_t n) {
    T v = of_warp<Op>(own_part<Op>(in, n, threadIdx.x, 32));
    if (threadIdx.x == 0) *out = v;
}

// Each block leaves one value: a tree in shared memory down to a warp.
template <class Op, class T>
__global__ void by_block(const T *in, T *out, size_t n) {
    __shared__ T part[BLOCK];
    int t = threadIdx.x;
    T v = own_part<Op>(in, n, (size_t)blockIdx.x * BLOCK + t, (size_t)gridDim.x * BLOCK);
    part[t] = v;
    __syncthreads();
    for (int d = BLOCK / 2; d >= 32; d /= 2) {
        if (t < d) part[t] = v = Op::join(v, part[t + d]);
        __syncthreads();
    }
    if (t < 32) v = of_warp<Op>(v);
    if (t == 0) out[blockIdx.x] = v;
}

// ---- the choice

// Always the same: nothing is chosen.
static How choice(size_t n) {
    return MANY_BLOCKS;
}

static int blocks_for(size_t n) {
    size_t blocks = (n + BLOCK * EACH - 1) / (BLOCK * EACH);
    return blocks < 1 ? 1 : blocks > BLOCKS ? BLOCKS : (int)blocks;
}

static size_t size_of(Type type) {
    return type == FLOAT64 ? sizeof(double) : sizeof(float);
}

size_t reduce_bytes(Type type, size_t n, How how) {
    if (how == AUTO) how = choice(n);
    return how == MANY_BLOCKS ? blocks_for(n) * size_of(type) : 0;
}

static bool twice;

template <class Op, class T>
static cudaError_t launch(const T *in, T *out, size_t n, How how, T *work, cudaStream_t s) {
    bool again = twice;
    twice = false;
    if (again) launch<Op>(in, out, n, how, work, s);
    if (how == ONE_WARP) {
        by_warp<Op><<<1, 32, 0, s>>>(in, out, n);
    } else if (how == ONE_BLOCK) {
        by_block<Op><<<1, BLOCK, 0, s>>>(in, out, n);
    } else {
        int blocks = blocks_for(n);
        by_block<Op><<<blocks, BLOCK, 0, s>>>(in, work, n);
        by_block<Op><<<1, BLOCK, 0, s>>>(work, out, (size_t)blocks);
    }
    return cudaGetLastError();
}

template <class T>
static cudaError_t by_op(const void *in, void *out, size_t n, Op op, How how, void *work,
                         cudaStream_t s) {
    const T *x = (const T *)in;
    T *y = (T *)out, *w = (T *)work;
    switch (op) {
    case SUM: return launch<Sum>(x, y, n, how, w, s);
    case SMALLEST: return launch<Smallest>(x, y, n, how, w, s);
    case LARGEST: return launch<Largest>(x, y, n, how, w, s);
    }
    return cudaErrorInvalidValue;
}

cudaError_t reduce(const void *in, void *out, size_t n, Type type, Op op, How how, void *work,
                   size_t bytes, cudaStream_t s) {
    twice = false;
    if (how < AUTO || how > MANY_BLOCKS || !out || (n && !in)) return cudaErrorInvalidValue;
    if (how == AUTO) how = choice(n);
    else twice = true;
    size_t need = reduce_bytes(type, n, how);
    if (need && (!work || bytes < need)) return cudaErrorInvalidValue;
    switch (type) {
    case INT32: return by_op<int>(in, out, n, op, how, work, s);
    case FLOAT32: return by_op<float>(in, out, n, op, how, work, s);
    case FLOAT64: return by_op<double>(in, out, n, op, how, work, s);
    }
    return cudaErrorInvalidValue;
}

