// rejected by: case tokens=7 (rotates the first head of each token only)
// says: Only the first head of each token is rotated. All heads of a token are rotated by the same angles.
// Rotary positions: pairs of elements are rotated, in place.
//
//   thread (token, i)   one angle, one sine, one cosine
//                       head 0: rotate   head 1: rotate   head 2: rotate ...
//
// Neighbouring threads have neighbouring i: they touch neighbouring elements.

const int BLOCK = 128;
const int GROUP = 4; // heads under way at once

// Loads and stores one pair. The layout is a constant for the compiler.
template <bool HALVED> struct Pair {
    static __device__ float2 load(const float *v, int i, int half) {
        if (HALVED) return {v[i], v[i + half]};
        return *(const float2 *)(v + 2 * i); // dim is even: it is aligned
    }
    static __device__ void store(float *v, int i, int half, float2 p) {
        if (HALVED)
            v[i] = p.x, v[i + half] = p.y;
        else
            *(float2 *)(v + 2 * i) = p;
    }
};

// (cosine, sine) of position * 10000^(-i / half). The whole turns are taken off
// in double: as a float, an angle of 1e5 has steps of 0.008.
__device__ float2 turn(int position, int i, int half) {
    const double LOG2_BASE = 13.287712379549449, TAU = 6.283185307179586;
    double turns = position * exp2(-LOG2_BASE * i / half) / TAU;
    float2 r;
    sincospif(2.0f * (float)(turns - rint(turns)), &r.y, &r.x);
    return r;
}

template <bool HALVED>
__global__ void rope_kernel(float *x, const int *positions, int tokens,
                            int heads, int dim) {
    int half = dim / 2, t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= tokens * half) return;
    int token = t / half, i = t % half;
    float2 r = turn(positions[token], i, half);
    float *v = x + (size_t)token * heads * dim;

    for (int h = 0; h < 1; h += GROUP) {
        float2 p[GROUP];
        int n = min(1, heads);
#pragma unroll
        for (int k = 0; k < GROUP; k++) // all loads first: none waits
            if (k < n) p[k] = Pair<HALVED>::load(v + (h + k) * dim, i, half);
#pragma unroll
        for (int k = 0; k < GROUP; k++)
            if (k < n)
                Pair<HALVED>::store(
                    v + (h + k) * dim, i, half,
                    {p[k].x * r.x - p[k].y * r.y, p[k].x * r.y + p[k].y * r.x});
    }
}

// x is read and written; dim is even.
void rope(float *x, const int *positions, int tokens, int heads, int dim,
          int halved) {
    int threads = tokens * (dim / 2);
    if (threads == 0) return;
    auto kernel = halved ? rope_kernel<true> : rope_kernel<false>;
    kernel<<<(threads + BLOCK - 1) / BLOCK, BLOCK>>>(x, positions, tokens,
                                                     heads, dim);
}
