// Whole little programs, as learners write them. The model's constants were set
// before these ran on a GPU: they show what it foretells.
#include "clock.h"

namespace {
__global__ void scale(float *v, int n, float by) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        v[i] *= by;
}

struct Room {
    enum { N = 2 << 20 };
    float *a, *b, *dev, *dev2;
    std::vector<float> plain;
    Room() : plain(N, 1.0f) {
        OK(cudaMallocHost(&a, N * sizeof *a));
        OK(cudaMallocHost(&b, N * sizeof *b));
        OK(cudaMalloc(&dev, N * sizeof *dev));
        OK(cudaMalloc(&dev2, N * sizeof *dev2));
        std::fill(a, a + N, 1.0f);
        std::fill(b, b + N, 1.0f);
        OK(cudaMemset(dev, 0, N * sizeof *dev));
        OK(cudaMemset(dev2, 0, N * sizeof *dev2));
    }
    ~Room() {
        cudaFreeHost(a);
        cudaFreeHost(b);
        cudaFree(dev);
        cudaFree(dev2);
    }
};
const size_t BYTES = Room::N * sizeof(float);
} // namespace

// The first program of every course, step by step and in one stream.
PROGRAM(copy_scale_copy) {
    Room r;
    Stream s;
    double blocking = time_us(s, false, [&] {
        OK(cudaMemcpyAsync(r.dev, r.a, BYTES, cudaMemcpyHostToDevice, s));
        OK(cudaStreamSynchronize(s));
        scale<<<264, 256, 0, s>>>(r.dev, Room::N, 2);
        OK(cudaStreamSynchronize(s));
        OK(cudaMemcpyAsync(r.b, r.dev, BYTES, cudaMemcpyDeviceToHost, s));
        OK(cudaStreamSynchronize(s));
    });
    double queued = time_us(s, false, [&] {
        OK(cudaMemcpyAsync(r.dev, r.a, BYTES, cudaMemcpyHostToDevice, s));
        scale<<<264, 256, 0, s>>>(r.dev, Room::N, 2);
        OK(cudaMemcpyAsync(r.b, r.dev, BYTES, cudaMemcpyDeviceToHost, s));
    });
    double pageable = time_us(s, false, [&] {
        OK(cudaMemcpyAsync(r.dev, r.plain.data(), BYTES, cudaMemcpyHostToDevice,
                           s));
        scale<<<264, 256, 0, s>>>(r.dev, Room::N, 2);
        OK(cudaMemcpyAsync(r.plain.data(), r.dev, BYTES, cudaMemcpyDeviceToHost,
                           s));
    });
    say("copy_scale_copy.blocking", blocking, "us");
    say("copy_scale_copy.queued_over_blocking", queued / blocking, "ratio");
    say("copy_scale_copy.pageable_over_queued", pageable / queued, "ratio");
}

// 16 chunks over 4 streams: all copies in first, or chunk by chunk.
PROGRAM(breadth_or_depth_first) {
    enum { CHUNKS = 16, WAYS = 4 };
    Room r;
    Stream own[WAYS];
    Streams s = {own[0], own[1], own[2], own[3]};
    const int n = Room::N / CHUNKS, spins = spins_for(20);
    auto in = [&](int i) {
        OK(cudaMemcpyAsync(r.dev + i * n, r.a + i * n, n * sizeof(float),
                           cudaMemcpyHostToDevice, s[i % WAYS]));
    };
    auto run = [&](int i) {
        spin<<<16, 128, 0, s[i % WAYS]>>>(spins, scratch);
    };
    auto out = [&](int i) {
        OK(cudaMemcpyAsync(r.b + i * n, r.dev + i * n, n * sizeof(float),
                           cudaMemcpyDeviceToHost, s[i % WAYS]));
    };
    double depth = time_us(s, true, [&] {
        for (int i = 0; i < CHUNKS; i++)
            in(i), run(i), out(i);
    });
    double breadth = time_us(s, true, [&] {
        for (int i = 0; i < CHUNKS; i++)
            in(i);
        for (int i = 0; i < CHUNKS; i++)
            run(i);
        for (int i = 0; i < CHUNKS; i++)
            out(i);
    });
    double one = time_us(s[0], true, [&] {
        for (int i = 0; i < CHUNKS; i++) {
            OK(cudaMemcpyAsync(r.dev + i * n, r.a + i * n, n * sizeof(float),
                               cudaMemcpyHostToDevice, s[0]));
            spin<<<16, 128, 0, s[0]>>>(spins, scratch);
            OK(cudaMemcpyAsync(r.b + i * n, r.dev + i * n, n * sizeof(float),
                               cudaMemcpyDeviceToHost, s[0]));
        }
    });
    say("chunks_16.depth_first_over_serial", depth / one, "ratio");
    say("chunks_16.breadth_first_over_serial", breadth / one, "ratio");
    say("chunks_16.serial", one, "us");
}

// Two buffers: one is filled while the other is worked on.
PROGRAM(double_buffering) {
    enum { STEPS = 12 };
    Room r;
    Stream copy, work;
    Streams both = {work, copy};
    Event full[2] = {Event(cudaEventDisableTiming),
                     Event(cudaEventDisableTiming)},
          empty[2] = {Event(cudaEventDisableTiming),
                      Event(cudaEventDisableTiming)};
    const size_t half = BYTES / 4;
    int spins = spins_for(40);
    float *buffer[2] = {r.dev, r.dev2};
    double two = time_us(both, true, [&] {
        for (int i = 0; i < STEPS; i++) {
            int k = i % 2;
            if (i >= 2) OK(cudaStreamWaitEvent(copy, empty[k], 0));
            OK(cudaMemcpyAsync(buffer[k], r.a, half, cudaMemcpyHostToDevice,
                               copy));
            OK(cudaEventRecord(full[k], copy));
            OK(cudaStreamWaitEvent(work, full[k], 0));
            spin<<<32, 128, 0, work>>>(spins, scratch);
            OK(cudaEventRecord(empty[k], work));
        }
    });
    double one = time_us(work, true, [&] {
        for (int i = 0; i < STEPS; i++) {
            OK(cudaMemcpyAsync(r.dev, r.a, half, cudaMemcpyHostToDevice, work));
            spin<<<32, 128, 0, work>>>(spins, scratch);
        }
    });
    say("double_buffer.over_single", two / one, "ratio");
    say("double_buffer.each_step", two / STEPS, "us");
}

// 50 steps of a little solver: three kernels and a result that the host wants.
PROGRAM(steps_of_a_solver) {
    enum { STEPS = 50 };
    Room r;
    Stream s;
    auto step = [&] {
        scale<<<66, 256, 0, s>>>(r.dev, 1 << 14, 2);
        scale<<<66, 256, 0, s>>>(r.dev2, 1 << 14, 2);
        scale<<<1, 256, 0, s>>>(r.dev, 256, .5f);
    };
    double each = time_us(s, false, [&] {
        for (int i = 0; i < STEPS; i++) {
            step();
            OK(cudaMemcpyAsync(r.b, r.dev, 4, cudaMemcpyDeviceToHost, s));
            OK(cudaStreamSynchronize(s));
        }
    });
    double rarely = time_us(s, false, [&] {
        for (int i = 0; i < STEPS; i++)
            step();
        OK(cudaMemcpyAsync(r.b, r.dev, 4, cudaMemcpyDeviceToHost, s));
        OK(cudaStreamSynchronize(s));
    });
    cudaGraph_t g;
    cudaGraphExec_t x;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < STEPS; i++)
        step();
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaGraphLaunch(x, s));
    double graph = time_us(s, false, [&] {
        OK(cudaGraphLaunch(x, s));
        OK(cudaMemcpyAsync(r.b, r.dev, 4, cudaMemcpyDeviceToHost, s));
        OK(cudaStreamSynchronize(s));
    });
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
    say("solver.look_at_each", each / STEPS, "us");
    say("solver.look_once", rarely / STEPS, "us");
    say("solver.graph", graph / STEPS, "us");
    say("solver.graph_over_each", graph / each, "ratio");
}

// Kernels of a third, a half and all of the device in four streams.
PROGRAM(a_mixed_bag_of_kernels) {
    Stream own[4];
    Streams s = {own[0], own[1], own[2], own[3]};
    OK(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            100 << 10));
    int spins = spins_for(100);
    double one = time_us(
        s[0], true, [&] { spin<<<44, 32, 100 << 10, s[0]>>>(spins, scratch); });
    double all = time_us(s, true, [&] {
        for (int i = 0; i < 4; i++) {
            const int blocks[] = {88, 132, 264, 44};
            spin<<<blocks[i], 32, 100 << 10, s[i]>>>(spins, scratch);
        }
    });
    double late = time_us(s, true, [&] {
        spin<<<264, 32, 100 << 10, s[0]>>>(spins, scratch);
        spin<<<44, 32, 100 << 10, s[1]>>>(spins, scratch);
        spin<<<264 + 88, 32, 100 << 10, s[2]>>>(spins, scratch);
        spin<<<44, 32, 100 << 10, s[3]>>>(spins, scratch);
    });
    say("mixed.four_over_one", all / one, "ratio");
    say("mixed.with_tails_over_one", late / one, "ratio");
}
