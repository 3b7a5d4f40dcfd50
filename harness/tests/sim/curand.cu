// cuRAND's device API: the same sequences in a kernel as on the host, which the
// same header computes, and as the published algorithm has them.
//
// Needs cuRAND's headers: without them it has nothing to say.
#include "ok.h"

#if !__has_include(<curand_kernel.h>)
int main() {
    puts("cuRAND's headers are not installed\nok");
}
#else
#define QUALIFIERS static __inline__ __host__ __device__
#include <curand_kernel.h>

enum { THREADS = 96, DRAWS = 6 };

struct Sample {
    unsigned bits[DRAWS];
    float uniform, normal;
    double uniform2, normal2;
};

template <class S>
__host__ __device__ void draw(int i, unsigned long long offset, Sample *out) {
    S s;
    curand_init(0x123456789abcull, i * 7, offset, &s);
    for (int d = 0; d < DRAWS; d++)
        out->bits[d] = curand(&s);
    out->uniform = curand_uniform(&s);
    out->uniform2 = curand_uniform_double(&s);
    out->normal = curand_normal(&s);
    out->normal2 = curand_normal_double(&s);
}

template <class S> __global__ void draw_all(Sample *out, unsigned long long o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    draw<S>(i, o, &out[i]);
}

// Bits, and uniforms that are made of them alone, are the same; logarithms and
// cosines are the device's own.
template <class S> static void generator(const char *name) {
    for (unsigned long long offset : {0ull, 5ull, 100000ull}) {
        Dev<Sample> d(THREADS);
        draw_all<S><<<3, THREADS / 3>>>(d, offset);
        OK(cudaGetLastError());
        auto got = d.get();
        int wrong = 0;
        for (int i = 0; i < THREADS; i++) {
            Sample want;
            draw<S>(i, offset, &want);
            wrong += memcmp(got[i].bits, want.bits, sizeof want.bits) != 0;
            wrong += got[i].uniform != want.uniform;
            wrong += got[i].uniform2 != want.uniform2;
            wrong += !(fabs(got[i].normal - want.normal) < 1e-4);
            wrong += !(fabs(got[i].normal2 - want.normal2) < 1e-9);
        }
        if (wrong && failures++ < 20)
            printf("%s from %llu on: %d wrong\n", name, offset, wrong);
    }
}

// Philox 4x32 with ten rounds, as Salmon and others published it.
static void philox(uint32_t c[4], uint32_t k0, uint32_t k1) {
    for (int r = 0; r < 10; r++, k0 += 0x9e3779b9, k1 += 0xbb67ae85) {
        uint64_t a = (uint64_t)c[0] * 0xd2511f53, b = (uint64_t)c[2] * 0xcd9e8d57;
        uint32_t n[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b,
                         (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a};
        memcpy(c, n, sizeof n);
    }
}

static void published() {
    Dev<Sample> d(THREADS);
    draw_all<curandStatePhilox4_32_10_t><<<1, THREADS>>>(d, 0);
    auto got = d.get();
    int wrong = 0;
    for (int i = 0; i < THREADS; i++) {
        uint32_t c[4] = {0, 0, (uint32_t)i * 7, 0};
        philox(c, 0x56789abc, 0x1234);
        wrong += memcmp(c, got[i].bits, sizeof c) != 0;
    }
    CHECK(wrong == 0);
}

// Sobol's first dimension is the reversed Gray code.
__global__ void sobol(curandDirectionVectors32_t *v, unsigned *out) {
    curandStateSobol32_t s;
    curand_init(v[0], (unsigned)threadIdx.x * 8, &s);
    for (int i = 0; i < 8; i++)
        out[threadIdx.x * 8 + i] = curand(&s);
}

static void quasi() {
    std::vector<unsigned> v(32);
    for (int i = 0; i < 32; i++)
        v[i] = 1u << (31 - i);
    Dev<unsigned> d(v), out(256);
    sobol<<<1, 32>>>((curandDirectionVectors32_t *)d.p, out);
    auto got = out.get();
    int wrong = 0;
    for (unsigned i = 0; i < 256; i++) {
        unsigned gray = i ^ i >> 1, want = 0;
        for (int b = 0; b < 32; b++)
            want |= (gray >> b & 1) << (31 - b);
        wrong += got[i] != want;
    }
    CHECK(wrong == 0);
}

// Draws of 10^5 numbers are where they should be.
__global__ void moments(double *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState s;
    curand_init(1, i, 0, &s);
    double u = 0, n = 0, q = 0, p = 0;
    for (int k = 0; k < 50; k++) {
        u += curand_uniform(&s);
        float2 v = curand_normal2(&s);
        n += v.x + v.y;
        q += v.x * v.x + v.y * v.y;
        p += curand_poisson(&s, 3.5);
    }
    atomicAdd(&sums[0], u);
    atomicAdd(&sums[1], n);
    atomicAdd(&sums[2], q);
    atomicAdd(&sums[3], p);
}

static void distributions() {
    Dev<double> d(4);
    d.zero();
    moments<<<16, 128>>>(d);
    OK(cudaGetLastError());
    auto s = d.get();
    double n = 16 * 128 * 50;
    CHECK(fabs(s[0] / n - 0.5) < 0.005);
    CHECK(fabs(s[1] / (2 * n)) < 0.01);
    CHECK(fabs(s[2] / (2 * n) - 1) < 0.02);
    CHECK(fabs(s[3] / n - 3.5) < 0.03);
}

int main() {
    generator<curandStateXORWOW>("XORWOW");
    generator<curandStatePhilox4_32_10_t>("Philox");
    generator<curandStateMRG32k3a>("MRG32k3a");
    published();
    quasi();
    distributions();
    return finish();
}
#endif
