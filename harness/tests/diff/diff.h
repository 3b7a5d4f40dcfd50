// What the differential programs share: PROGRAM registers one, out() prints a
// value in the form that compare.awk reads (README.md).
#ifndef DIFF_H
#define DIFF_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

struct Program {
    const char *name;
    void (*run)();
    Program *next;
    static Program *&first() {
        static Program *head;
        return head;
    }
    Program(const char *n, void (*f)()) : name(n), run(f), next(nullptr) {
        Program **p = &first();
        while (*p)
            p = &(*p)->next;
        *p = this;
    }
};

#define PROGRAM(name)                                                          \
    static void name();                                                        \
    static Program program_##name(#name, name);                                \
    static void name()

#define TRY(call)                                                              \
    do {                                                                       \
        cudaError_t e_ = (call);                                               \
        if (e_ != cudaSuccess) {                                               \
            printf("%s:%d %s\n", #call, __LINE__, cudaGetErrorName(e_));       \
            exit(2);                                                           \
        }                                                                      \
    } while (0)

// ---- values: integers exactly, floats within so many units in the last place
static inline void out(const char *what, long long v) {
    printf("%s = %lld\n", what, v);
}
static inline void out_text(const char *what, const char *text) {
    printf("%s = %s\n", what, text);
}
static inline void out_bits(const char *what, int width, uint64_t bits,
                            int ulps) {
    printf("%s f%d ~%d %0*llx\n", what, width, ulps, width / 4,
           (unsigned long long)bits);
}
static inline void out_float(const char *what, float v, int ulps = 0) {
    uint32_t b;
    memcpy(&b, &v, sizeof b);
    out_bits(what, 32, b, ulps);
}
static inline void out_double(const char *what, double v, int ulps = 0) {
    uint64_t b;
    memcpy(&b, &v, sizeof b);
    out_bits(what, 64, b, ulps);
}

// Arrays: integers as a hash of all and the first few; floats one by one.
template <class T>
static inline void out_ints(const char *what, const T *v, size_t n) {
    uint64_t h = 1469598103934665603ull;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint64_t)v[i]) * 1099511628211ull;
    printf("%s =", what);
    for (size_t i = 0; i < n && i < 8; i++)
        printf(" %lld", (long long)v[i]);
    printf(" ... %016llx\n", (unsigned long long)h);
}
template <class T>
static inline void out_ints(const char *what, const std::vector<T> &v) {
    out_ints(what, v.data(), v.size());
}
static inline void out_floats(const char *what, const float *v, size_t n,
                              int ulps = 0) {
    char name[80];
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s[%zu]", what, i);
        out_float(name, v[i], ulps);
    }
}
static inline void out_floats(const char *what, const std::vector<float> &v,
                              int ulps = 0) {
    out_floats(what, v.data(), v.size(), ulps);
}

// ---- device memory
template <class T> struct Device {
    T *p;
    size_t n;
    explicit Device(size_t count) : p(nullptr), n(count) {
        TRY(cudaMalloc(&p, count * sizeof(T)));
        TRY(cudaMemset(p, 0, count * sizeof(T)));
    }
    explicit Device(const std::vector<T> &from) : p(nullptr), n(from.size()) {
        TRY(cudaMalloc(&p, n * sizeof(T)));
        TRY(cudaMemcpy(p, from.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Device() { cudaFree(p); }
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;
    std::vector<T> host() const {
        std::vector<T> to(n);
        TRY(cudaMemcpy(to.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
        return to;
    }
};

// Numbers that are the same everywhere: a 32-bit mix of the index.
static inline uint32_t mixed(uint32_t i) {
    i = (i ^ 61) ^ (i >> 16);
    i *= 9;
    i ^= i >> 4;
    i *= 0x27d4eb2d;
    return i ^ (i >> 15);
}

int main(int argc, char **argv) {
    for (Program *p = Program::first(); p; p = p->next) {
        if (argc > 1 && strcmp(argv[1], p->name) != 0) continue;
        printf("== %s\n", p->name);
        p->run();
        TRY(cudaDeviceSynchronize());
        TRY(cudaGetLastError());
    }
    puts("== end");
    return 0;
}

#endif
