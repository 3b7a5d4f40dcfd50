// What the programs share: CHECK counts and tells; finish() says "ok".
#ifndef OK_H
#define OK_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static int failures;

#define CHECK(...)                                                             \
    do {                                                                       \
        if (!(__VA_ARGS__) && failures++ < 20)                                 \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__);   \
    } while (0)

#define OK(call)                                                               \
    do {                                                                       \
        cudaError_t e_ = (call);                                               \
        if (e_ != cudaSuccess && failures++ < 20)                              \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorName(e_));                                      \
    } while (0)

// A device array with host access by copies.
template <class T> struct Dev {
    T *p = nullptr;
    size_t n;
    explicit Dev(size_t count) : n(count) { OK(cudaMalloc(&p, n * sizeof(T))); }
    explicit Dev(const std::vector<T> &h) : Dev(h.size()) {
        OK(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Dev() { cudaFree(p); }
    Dev(const Dev &) = delete;
    std::vector<T> get() const {
        std::vector<T> h(n);
        OK(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
        return h;
    }
    void zero() { OK(cudaMemset(p, 0, n * sizeof(T))); }
    operator T *() const { return p; }
};

// Reproducible numbers.
static uint64_t lcg_state = 1;
static inline uint32_t lcg() {
    lcg_state = lcg_state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(lcg_state >> 33);
}
static inline float unit() { return (float)(lcg() >> 7) / (float)(1 << 24); }

static inline int finish() {
    OK(cudaDeviceSynchronize());
    puts(failures ? "FAILED" : "ok");
    return failures != 0;
}

#endif
