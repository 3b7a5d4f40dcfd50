// What copies cost: by size, pinned and pageable, many small ones and a large
// one.
#include "clock.h"

namespace {
enum { KIB = 1 << 10, LARGEST = 32 << 20 };

struct Copies {
    char *pinned, *dev;
    std::vector<char> pageable;
    Stream s;
    Copies() : pageable(LARGEST, 1) {
        OK(cudaMallocHost(&pinned, LARGEST));
        OK(cudaMalloc(&dev, LARGEST));
        memset(pinned, 1, LARGEST);
        OK(cudaMemset(dev, 0, LARGEST));
    }
    ~Copies() {
        cudaFreeHost(pinned);
        cudaFree(dev);
    }
    double in(size_t n) {
        return time_us(s, true, [&] {
            OK(cudaMemcpyAsync(dev, pinned, n, cudaMemcpyHostToDevice, s));
        });
    }
    double out(size_t n) {
        return time_us(s, true, [&] {
            OK(cudaMemcpyAsync(pinned, dev, n, cudaMemcpyDeviceToHost, s));
        });
    }
    double in_pageable(size_t n) {
        return time_us(s, false, [&] {
            OK(cudaMemcpyAsync(dev, pageable.data(), n, cudaMemcpyHostToDevice,
                               s));
        });
    }
    double out_pageable(size_t n) {
        return time_us(s, false, [&] {
            OK(cudaMemcpyAsync(pageable.data(), dev, n, cudaMemcpyDeviceToHost,
                               s));
        });
    }
};
} // namespace

PROGRAM(copies_by_size) {
    Copies c;
    const int sizes[] = {4, 64, 1024, 4096, 32768};
    for (int kib : sizes) {
        char name[64];
        size_t n = (size_t)kib * KIB;
        const char *unit = kib < 1024 ? "us" : "GB/s";
        auto tell = [&](const char *what, double us) {
            snprintf(name, sizeof name, "%s.%d_KiB", what, kib);
            say(name, kib < 1024 ? us : n / us / 1e3, unit);
        };
        tell("in.pinned", c.in(n));
        tell("out.pinned", c.out(n));
        tell("in.pageable", c.in_pageable(n));
        tell("out.pageable", c.out_pageable(n));
    }
    size_t n = 32768 * KIB;
    say("in.pageable_over_pinned", c.in_pageable(n) / c.in(n), "ratio");
    say("out.pageable_over_pinned", c.out_pageable(n) / c.out(n), "ratio");
}

PROGRAM(many_small_copies_or_one) {
    enum { MANY = 256, EACH = 4 * KIB };
    Copies c;
    double many = time_us(c.s, false, [&] {
        for (int i = 0; i < MANY; i++)
            OK(cudaMemcpyAsync(c.dev + i * EACH, c.pinned + i * EACH, EACH,
                               cudaMemcpyHostToDevice, c.s));
    });
    double one = time_us(c.s, false, [&] {
        OK(cudaMemcpyAsync(c.dev, c.pinned, MANY * EACH, cudaMemcpyHostToDevice,
                           c.s));
    });
    double few = time_us(c.s, true, [&] {
        for (int i = 0; i < 16; i++)
            OK(cudaMemcpyAsync(c.dev + i * EACH, c.pinned + i * EACH, EACH,
                               cudaMemcpyHostToDevice, c.s));
    });
    say("small_copies.each", many / MANY, "us");
    say("small_copies.each_of_16_held", few / 16, "us");
    say("small_copies.many_over_one", many / one, "ratio");
}

// A copy that the program waits for, and the host with it.
PROGRAM(copies_that_wait) {
    enum { TIMES = 20 };
    Copies c;
    OK(cudaDeviceSynchronize());
    double wait = time_us(c.s, false, [&] {
        for (int i = 0; i < TIMES; i++) {
            OK(cudaMemcpyAsync(c.dev, c.pinned, 4 * KIB, cudaMemcpyHostToDevice,
                               c.s));
            OK(cudaStreamSynchronize(c.s));
        }
    });
    say("small_copy_and_wait", wait / TIMES, "us");
}
