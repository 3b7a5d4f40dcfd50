// rejected by: gate instructions (the length has a template; the five others call through pointers, for each number)
typedef float (*Two)(float, float);
typedef float (*One)(float);
__device__ float add(float a, float b) { return a + b; }
__device__ float most(float a, float b) { return fmaxf(a, b); }
__device__ float least(float a, float b) { return fminf(a, b); }
__device__ float same(float x) { return x; }
__device__ float above(float x) { return x > 0; }
__device__ float size(float x) { return fabsf(x); }

struct Called {
    Two join;
    One of;
    float start;
    __device__ Called(int op) {
        Two two[] = {add, most, least, add, add, most};
        One one[] = {same, same, same, same, above, size};
        join = two[op], of = one[op];
        start = op == 1 ? -INFINITY : op == 2 ? INFINITY : 0;
    }
    __device__ float end(float x) { return x; }
};
struct Length {
    float start = 0;
    __device__ Length(int) {}
    __device__ float join(float a, float b) { return a + b; }
    __device__ float of(float x) { return x * x; }
    __device__ float end(float x) { return sqrtf(x); }
};

template <class Op> __global__ void rows_of(const float *in, float *out, int cols, int op) {
    Op f(op);
    float x = f.start;
    for (int c = threadIdx.x; c < cols; c += 32)
        x = f.join(x, f.of(in[(size_t)blockIdx.x * cols + c]));
    for (int d = 16; d > 0; d /= 2) x = f.join(x, __shfl_xor_sync(~0u, x, d));
    if (threadIdx.x == 0) out[blockIdx.x] = f.end(x);
}

void reduce_rows(const float *in, float *out, int rows, int cols, int op) {
    if (rows == 0) return;
    if (op == 3) rows_of<Length><<<rows, 32>>>(in, out, cols, op);
    else rows_of<Called><<<rows, 32>>>(in, out, cols, op);
}
