// Who waits for whom: default streams, events across streams, memsets, host
// functions.
#include "clock.h"

PROGRAM(the_legacy_default_stream) {
    Stream a(cudaStreamDefault), b(cudaStreamDefault);
    Stream free_a, free_b;
    int spins = spins_for(100);
    auto three = [&](cudaStream_t x, cudaStream_t y, cudaStream_t z) {
        spin<<<1, 32, 0, x>>>(spins, scratch);
        spin<<<1, 32, 0, y>>>(spins, scratch);
        spin<<<1, 32, 0, z>>>(spins, scratch);
    };
    double one =
        time_us(a, true, [&] { spin<<<1, 32, 0, a>>>(spins, scratch); });
    Streams blocking = {a, b}, loose = {free_a, free_b};
    double between =
        time_us(blocking, true, [&] { three(a, cudaStreamLegacy, b); });
    double without = time_us(blocking, true, [&] { three(a, b, b); });
    double beside =
        time_us(loose, true, [&] { three(free_a, cudaStreamLegacy, free_b); });
    double own =
        time_us(blocking, true, [&] { three(a, cudaStreamPerThread, b); });
    say("default.between_blocking", between / one, "ratio");
    say("default.two_in_one_of_two", without / one, "ratio");
    say("default.between_non_blocking", beside / one, "ratio");
    say("default.per_thread_is_legacy_blocking", own / one, "ratio");
}

PROGRAM(events_across_streams) {
    Stream a, b, c;
    Streams all = {a, b, c};
    Event left(cudaEventDisableTiming), right(cudaEventDisableTiming);
    int spins = spins_for(100);
    auto work = [&](cudaStream_t s) { spin<<<1, 32, 0, s>>>(spins, scratch); };
    double one = time_us(a, true, [&] { work(a); });
    double free_ = time_us(all, true, [&] { work(a), work(b), work(c); });
    // a, then b and c beside each other, then a again
    double diamond = time_us(all, true, [&] {
        work(a);
        OK(cudaEventRecord(left, a));
        OK(cudaStreamWaitEvent(b, left, 0));
        OK(cudaStreamWaitEvent(c, left, 0));
        work(b), work(c);
        OK(cudaEventRecord(left, b));
        OK(cudaEventRecord(right, c));
        OK(cudaStreamWaitEvent(a, left, 0));
        OK(cudaStreamWaitEvent(a, right, 0));
        work(a);
    });
    double chain = time_us(all, true, [&] {
        for (int i = 0; i < 6; i++) {
            work(all[i % 3]);
            OK(cudaEventRecord(left, all[i % 3]));
            OK(cudaStreamWaitEvent(all[(i + 1) % 3], left, 0));
        }
    });
    double same = time_us(a, true, [&] {
        for (int i = 0; i < 6; i++)
            work(a);
    });
    say("events.three_free", free_ / one, "ratio");
    say("events.diamond", diamond / one, "ratio");
    say("events.chain_of_6_streams", chain / one, "ratio");
    say("events.each_hop", (chain - same) / 6, "us");
}

PROGRAM(what_events_cost) {
    Stream s;
    Event x, y;
    int spins = spins_for(50);
    double none = time_us(s, true, [&] {});
    double many = time_us(s, true, [&] {
        for (int i = 0; i < 100; i++)
            OK(cudaEventRecord(x, s));
    });
    double twenty = time_us(s, true, [&] {
        for (int i = 0; i < 20; i++)
            spin<<<1, 32, 0, s>>>(spins, scratch);
    });
    double one =
        time_us(s, true, [&] { spin<<<1, 32, 0, s>>>(spins, scratch); });
    double idle =
        time_us(s, false, [&] { spin<<<1, 32, 0, s>>>(spins, scratch); });
    double empty = time_us(s, true, [&] { nothing<<<1, 32, 0, s>>>(); });
    double empty_idle = time_us(s, false, [&] { nothing<<<1, 32, 0, s>>>(); });
    double empty_20 = time_us(s, true, [&] {
        for (int i = 0; i < 20; i++)
            nothing<<<1, 32, 0, s>>>();
    });
    say("event.none_between", none, "us");
    say("event.each_of_100", many / 100, "us");
    say("kernel.next_of_50us", (twenty - one) / 19, "us");
    say("kernel.one_of_50us", one, "us");
    say("kernel.one_of_50us_idle", idle, "us");
    say("kernel.empty", empty, "us");
    say("kernel.empty_idle", empty_idle, "us");
    say("kernel.empty_next", (empty_20 - empty) / 19, "us");
}

PROGRAM(memsets_beside_kernels) {
    enum { BYTES = 32 << 20 };
    char *p;
    OK(cudaMalloc(&p, BYTES));
    Stream a, b;
    Streams both = {a, b};
    double small = time_us(a, true, [&] {
        for (int i = 0; i < 16; i++)
            OK(cudaMemsetAsync(p, 0, 4096, a));
    });
    double fill =
        time_us(a, true, [&] { OK(cudaMemsetAsync(p, 0, BYTES, a)); });
    int spins = spins_for(fill);
    double beside = time_us(both, true, [&] {
        spin<<<8, 128, 0, a>>>(spins, scratch);
        OK(cudaMemsetAsync(p, 0, BYTES, b));
    });
    say("memset.small", small / 16, "us");
    say("memset.beside_kernel", beside / fill, "ratio");
    OK(cudaFree(p));
}

static void nop(void *) {}

PROGRAM(host_functions_in_a_stream) {
    enum { TIMES = 10 };
    Stream s;
    int spins = spins_for(20);
    auto work = [&](bool hosts) {
        for (int i = 0; i < TIMES; i++) {
            spin<<<1, 32, 0, s>>>(spins, scratch);
            if (hosts) OK(cudaLaunchHostFunc(s, nop, nullptr));
        }
    };
    double without = time_us(s, true, [&] { work(false); });
    double with = time_us(s, true, [&] { work(true); });
    say("host_function.each", (with - without) / TIMES, "us");
}
