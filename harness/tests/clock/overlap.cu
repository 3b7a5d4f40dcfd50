// Copies in, kernels and copies back: in chunks over several streams they
// overlap.
#include "clock.h"

namespace {
enum { MIB = 1 << 20, CHUNKS = 8 };

struct Work {
    size_t bytes;
    char *in, *out, *dev;
    explicit Work(size_t n) : bytes(n) {
        OK(cudaMallocHost(&in, n));
        OK(cudaMallocHost(&out, n));
        OK(cudaMalloc(&dev, n));
        memset(in, 1, n);
        memset(out, 2, n);
        OK(cudaMemset(dev, 0, n));
        OK(cudaDeviceSynchronize());
    }
    ~Work() {
        cudaFreeHost(in);
        cudaFreeHost(out);
        cudaFree(dev);
    }
};

// Chunk after chunk, each through all three steps, round the streams.
void pipeline(const Work &w, const Streams &s, int chunks, int spins) {
    size_t part = w.bytes / chunks;
    for (int i = 0; i < chunks; i++) {
        cudaStream_t st = s[i % s.size()];
        size_t at = i * part;
        OK(cudaMemcpyAsync(w.dev + at, w.in + at, part, cudaMemcpyHostToDevice,
                           st));
        spin<<<8, 128, 0, st>>>(spins, scratch);
        OK(cudaMemcpyAsync(w.out + at, w.dev + at, part, cudaMemcpyDeviceToHost,
                           st));
    }
}
} // namespace

PROGRAM(pipeline_in_chunks) {
    Work w(8 * MIB);
    Stream a, b, c, d;
    double in = time_us(a, true, [&] {
        OK(cudaMemcpyAsync(w.dev, w.in, w.bytes / CHUNKS,
                           cudaMemcpyHostToDevice, a));
    });
    int spins = spins_for(in);
    double one = time_us(a, true, [&] { pipeline(w, {a}, 1, CHUNKS * spins); });
    double serial = time_us(a, true, [&] { pipeline(w, {a}, CHUNKS, spins); });
    Streams two = {a, b}, three = {a, b, c}, four = {a, b, c, d};
    double t2 = time_us(two, true, [&] { pipeline(w, two, CHUNKS, spins); });
    double t3 =
        time_us(three, true, [&] { pipeline(w, three, CHUNKS, spins); });
    double t4 = time_us(four, true, [&] { pipeline(w, four, CHUNKS, spins); });
    say("pipeline.serial_8_over_1_chunk", serial / one, "ratio");
    say("pipeline.2_streams", t2 / serial, "ratio");
    say("pipeline.3_streams", t3 / serial, "ratio");
    say("pipeline.4_streams", t4 / serial, "ratio");
}

PROGRAM(pageable_copies_do_not_overlap) {
    Work w(8 * MIB);
    std::vector<char> in(w.bytes, 1);
    Stream a, b;
    Streams both = {a, b};
    int spins = spins_for(400);
    double kernel =
        time_us(a, false, [&] { spin<<<8, 128, 0, a>>>(spins, scratch); });
    double pinned = time_us(both, false, [&] {
        OK(cudaMemcpyAsync(w.dev, w.in, w.bytes, cudaMemcpyHostToDevice, b));
        spin<<<8, 128, 0, a>>>(spins, scratch);
    });
    double pageable = time_us(both, false, [&] {
        OK(cudaMemcpyAsync(w.dev, in.data(), w.bytes, cudaMemcpyHostToDevice,
                           b));
        spin<<<8, 128, 0, a>>>(spins, scratch);
    });
    say("behind_pinned.over_kernel", pinned / kernel, "ratio");
    say("behind_pageable.over_kernel", pageable / kernel, "ratio");
}

PROGRAM(both_ways_at_once) {
    Work w(16 * MIB);
    Stream a, b;
    Streams both = {a, b};
    size_t half = w.bytes / 2;
    auto in = [&](cudaStream_t s, size_t at) {
        OK(cudaMemcpyAsync(w.dev + at, w.in + at, half, cudaMemcpyHostToDevice,
                           s));
    };
    auto out = [&](cudaStream_t s, size_t at) {
        OK(cudaMemcpyAsync(w.out + at, w.dev + at, half, cudaMemcpyDeviceToHost,
                           s));
    };
    double one_in = time_us(a, true, [&] { in(a, 0); });
    double one_out = time_us(a, true, [&] { out(a, 0); });
    double duplex = time_us(both, true, [&] { in(a, 0), out(b, half); });
    double two_in = time_us(both, true, [&] { in(a, 0), in(b, half); });
    double two_out = time_us(both, true, [&] { out(a, 0), out(b, half); });
    say("duplex.over_longer", duplex / std::max(one_in, one_out), "ratio");
    say("two_in.over_one", two_in / one_in, "ratio");
    say("two_out.over_one", two_out / one_out, "ratio");
}

PROGRAM(device_copies_beside_kernels) {
    Work w(64 * MIB);
    Stream a, b;
    Streams both = {a, b};
    size_t half = w.bytes / 2;
    auto copy = [&](cudaStream_t s) {
        OK(cudaMemcpyAsync(w.dev, w.dev + half, half, cudaMemcpyDeviceToDevice,
                           s));
    };
    double one = time_us(a, true, [&] { copy(a); });
    int spins = spins_for(one);
    double beside = time_us(both, true, [&] {
        spin<<<8, 128, 0, a>>>(spins, scratch);
        copy(b);
    });
    double wide = time_us(both, true, [&] {
        spin<<<132 * 2, 1024, 0, a>>>(spins, scratch);
        copy(b);
    });
    double filled =
        time_us(a, true, [&] { OK(cudaMemsetAsync(w.dev, 0, w.bytes, a)); });
    say("device_copy", 2 * half / one / 1e3, "GB/s");
    say("memset", w.bytes / filled / 1e3, "GB/s");
    say("device_copy.beside_small_kernel", beside / one, "ratio");
    say("device_copy.beside_full_kernel", wide / one, "ratio");
}
