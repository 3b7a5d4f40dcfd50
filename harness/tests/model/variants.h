// The kernels that the modelled clock is fitted to and judged by.
//
// A file holds a few families; a family is a list of variants, each one call of
// one launch function. There are three sets: the first (here) and the second
// (second/) are for fitting. The third (third/) is held back as a whole: it is
// counted, and its times foretold, before it is measured, and only ever judges.
// A new variant goes to the end of its family. "half" is every other one of a
// family, told so that a fit to one half can be held against the other.
//
// The same program measures on a GPU and, linked with libkatasim, counts and
// models: see measure.cu.
#ifndef VARIANTS_H
#define VARIANTS_H

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

constexpr int MI = 1 << 20;
constexpr int POOL_FLOATS = 32 * MI; // 128 MiB: more than twice an H200's L2
constexpr int SMS = 132; // of the GPU that the sizes were chosen for

// What kernels work on. a and b hold small numbers, c is written; index holds
// what the variant's prepare put there.
struct Pool {
    float *a, *b, *c;
    uint32_t *index; // 4 Mi
};

struct Variant {
    const char *name; // unique in its family; what is special about it
    void (*launch)(const Pool &p);
    void (*prepare)(const Pool &p) = nullptr; // once, before
    bool warm = false; // runs with what the launch before left in L2
};

struct Family {
    const char *name;
    const Variant *at;
    int n;
    int set; // 1 and 2: for fitting; 3: held back
    Family *next;
    static Family *first;

    template <int N>
    Family(const char *name, const Variant (&list)[N], int set = 1)
        : name(name), at(list), n(N), set(set), next(first) {
        first = this;
    }
};

// A launch of `threads` threads, a block of `block`.
inline unsigned blocks_for(long long threads, int block) {
    return (unsigned)((threads + block - 1) / block);
}

// A generator of our own, so that every machine sees the same numbers.
struct Random {
    uint64_t s;
    explicit Random(uint64_t seed) : s(seed * 0x9e3779b97f4a7c15ull + 1) {}
    uint32_t next() {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        return (uint32_t)(s >> 32);
    }
};

// Copies n words to p.index.
void pool_index(const Pool &p, const uint32_t *from, size_t n);

#endif
