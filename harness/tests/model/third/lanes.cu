// Third set: banks of shared memory.
#include "../variants.h"

namespace {

// a tile of 32 x 32 is filled along rows and read down columns, again and again
template <int PITCH, bool SWIZZLE>
__global__ void down_a_tile(const float *a, float *c, int times) {
    __shared__ float s[32][PITCH];
    int x = threadIdx.x, y = threadIdx.y;
    for (int r = y; r < 32; r += 8)
        s[r][SWIZZLE ? x ^ r : x] = a[r * 32 + x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < times; i++) {
        int col = (y + i) & 31;
        sum += s[x][SWIZZLE ? col ^ x : col];
    }
    c[blockIdx.x * 256 + y * 32 + x] = sum;
}
// structs of N floats: lanes read all fields of their own
template <int N> struct Record { float field[N]; };
template <int N> __global__ void records(const float *a, float *c, int times) {
    __shared__ Record<N> s[256];
    for (int i = threadIdx.x; i < 256 * N; i += 256)
        s[i / N].field[i % N] = a[i];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < times; i++) {
        const Record<N> &r = s[(threadIdx.x + i) & 255];
#pragma unroll
        for (int k = 0; k < N; k++)
            sum = sum * .5f + r.field[k];
    }
    c[INDEX] = sum;
}
// 16 x 16 threads on a tile of a pitch of their own
template <int PITCH> __global__ void square(const float *a, float *c, int n) {
    __shared__ float x[16][PITCH], y[16][PITCH];
    int tx = threadIdx.x, ty = threadIdx.y;
    x[ty][tx] = a[ty * 16 + tx];
    y[tx][ty] = a[256 + ty * 16 + tx];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++)
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += x[ty][k] * y[tx][(k + i) & 15];
    c[blockIdx.x * 256 + ty * 16 + tx] = sum;
}
__global__ void bytes_of(const unsigned char *a, unsigned *c, int by,
                         int times) {
    __shared__ unsigned char s[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        s[i] = a[i];
    __syncthreads();
    unsigned sum = 0;
    for (int i = 0; i < times; i++)
        sum = sum * 3 + s[(threadIdx.x * by + i * 13) & 8191];
    c[INDEX] = sum;
}
// pairs that lanes swap: written along, read across
__global__ void swap_pairs(const double2 *a, double2 *c, int times) {
    __shared__ double2 s[256];
    double2 v = a[INDEX];
    for (int i = 0; i < times; i++) {
        s[threadIdx.x] = v;
        __syncthreads();
        double2 w = s[(threadIdx.x * 17 + i) & 255];
        v.x += w.y;
        v.y -= w.x;
        __syncthreads();
    }
    c[INDEX] = v;
}
// half a warp one word, the other half another; or a quarter each
__global__ void shared_words(float *c, int shift, int times) {
    __shared__ float s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    float sum = 0;
    unsigned mine = threadIdx.x >> shift;
    for (int i = 0; i < times; i++)
        sum = sum * .5f + s[(mine * 32 + i) & 1023];
    c[INDEX] = sum;
}
const Variant banks[] = {
    {"down columns of 32 x 32, as it is",
     [](const Pool &p) {
         down_a_tile<32, false><<<SMS * 8, dim3(32, 8)>>>(p.a, p.c, 96);
     }},
    {"down columns of 32 x 32, padded",
     [](const Pool &p) {
         down_a_tile<33, false><<<SMS * 8, dim3(32, 8)>>>(p.a, p.c, 96);
     }},
    {"down columns of 32 x 32, swizzled",
     [](const Pool &p) {
         down_a_tile<32, true><<<SMS * 8, dim3(32, 8)>>>(p.a, p.c, 96);
     }},
    {"structs of 3 floats",
     [](const Pool &p) { records<3><<<SMS * 6, 256>>>(p.a, p.c, 64); }},
    {"structs of 8 floats",
     [](const Pool &p) { records<8><<<SMS * 6, 256>>>(p.a, p.c, 24); }},
    {"structs of 9 floats",
     [](const Pool &p) { records<9><<<SMS * 6, 256>>>(p.a, p.c, 24); }},
    {"16 x 16 threads, pitch of 16",
     [](const Pool &p) { square<16><<<SMS * 8, dim3(16, 16)>>>(p.a, p.c, 8); }},
    {"16 x 16 threads, pitch of 17",
     [](const Pool &p) { square<17><<<SMS * 8, dim3(16, 16)>>>(p.a, p.c, 8); }},
    {"bytes, 5 apart",
     [](const Pool &p) {
         bytes_of<<<SMS * 4, 256>>>((const unsigned char *)p.a, (unsigned *)p.c,
                                    5, 128);
     }},
    {"bytes, 128 apart",
     [](const Pool &p) {
         bytes_of<<<SMS * 4, 256>>>((const unsigned char *)p.a, (unsigned *)p.c,
                                    128, 128);
     }},
    {"pairs of doubles swapped, 17 apart",
     [](const Pool &p) {
         swap_pairs<<<SMS * 4, 256>>>((const double2 *)p.a, (double2 *)p.c, 64);
     }},
    {"4 words a warp, of one bank",
     [](const Pool &p) { shared_words<<<SMS * 8, 256>>>(p.c, 3, 192); }},
};
Family bank_family("banks", banks, 3);

} // namespace
