// Kernels side by side: as many as there is room for.
#include "clock.h"

namespace {
enum { MOST = 32 };

struct Many {
    std::vector<Stream *> own;
    Streams all;
    explicit Many(int n) {
        for (int i = 0; i < n; i++) {
            own.push_back(new Stream);
            all.push_back(own[i]->s);
        }
    }
    ~Many() {
        for (Stream *s : own)
            delete s;
    }
};

double kernels_us(int n, int blocks, int threads, size_t shared, int spins) {
    Many m(n);
    return time_us(m.all, true, [&] {
        for (cudaStream_t s : m.all)
            spin<<<blocks, threads, shared, s>>>(spins, scratch);
    });
}
} // namespace

PROGRAM(small_kernels_side_by_side) {
    int spins = spins_for(200);
    double one = kernels_us(1, 1, 128, 0, spins);
    for (int n = 2; n <= MOST; n *= 4) {
        char name[64];
        snprintf(name, sizeof name, "small_kernels.%d_streams", n);
        say(name, kernels_us(n, 1, 128, 0, spins) / one, "ratio");
    }
    say("small_kernels.one", one, "us");
}

// Each takes a part of the places for blocks: what fits runs at once.
PROGRAM(room_for_kernels) {
    int sms, dev;
    OK(cudaGetDevice(&dev));
    OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
    OK(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            100 << 10));
    int spins = spins_for(100);
    size_t half = 100 << 10; // two blocks on an SM
    double one = kernels_us(1, sms, 32, half, spins);
    say("room.two_of_half", kernels_us(2, sms, 32, half, spins) / one, "ratio");
    say("room.four_of_half", kernels_us(4, sms, 32, half, spins) / one,
        "ratio");
    double full = kernels_us(1, 2 * sms, 32, half, spins);
    say("room.two_of_all", kernels_us(2, 2 * sms, 32, half, spins) / full,
        "ratio");
    double part = kernels_us(1, sms / 2, 32, half, spins);
    say("room.four_of_a_quarter",
        kernels_us(4, sms / 2, 32, half, spins) / part, "ratio");
}

// The second fills what the last wave of the first leaves free.
PROGRAM(the_tail_of_a_kernel) {
    int sms, dev;
    OK(cudaGetDevice(&dev));
    OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
    int spins = spins_for(100);
    size_t half = 100 << 10;
    Many m(2);
    double one = kernels_us(1, sms, 32, half, spins); // half a wave
    double t = time_us(m.all, true, [&] {             // one and a half; a half
        spin<<<3 * sms, 32, half, m.all[0]>>>(spins, scratch);
        spin<<<sms, 32, half, m.all[1]>>>(spins, scratch);
    });
    say("tail.3_and_1_halves", t / one, "ratio");
}

__global__ void triad(const float4 *a, float4 *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        b[i] = make_float4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
    }
}

// Two that want all of the memory's bandwidth gain little from each other.
PROGRAM(kernels_that_share_bandwidth) {
    enum { N = 2 << 20 };
    float4 *a;
    OK(cudaMalloc(&a, 4 * N * sizeof *a));
    OK(cudaMemset(a, 0, 4 * N * sizeof *a));
    Many m(2);
    double one = time_us(m.all[0], true, [&] {
        triad<<<132 * 2, 512, 0, m.all[0]>>>(a, a + N, N);
    });
    double two = time_us(m.all, true, [&] {
        triad<<<132 * 2, 512, 0, m.all[0]>>>(a, a + N, N);
        triad<<<132 * 2, 512, 0, m.all[1]>>>(a + 2 * N, a + 3 * N, N);
    });
    say("bandwidth.one", one, "us");
    say("bandwidth.two_over_one", two / one, "ratio");
    OK(cudaFree(a));
}
