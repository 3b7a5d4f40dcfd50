// What the host spends: launches, waiting after each, asking.
#include "clock.h"

PROGRAM(waiting_after_each_kernel) {
    enum { TIMES = 50 };
    Stream s;
    int spins = spins_for(10);
    double once = time_us(s, false, [&] {
        for (int i = 0; i < TIMES; i++)
            spin<<<1, 32, 0, s>>>(spins, scratch);
    });
    double each = time_us(s, false, [&] {
        for (int i = 0; i < TIMES; i++) {
            spin<<<1, 32, 0, s>>>(spins, scratch);
            OK(cudaStreamSynchronize(s));
        }
    });
    double device = time_us(s, false, [&] {
        for (int i = 0; i < TIMES; i++) {
            spin<<<1, 32, 0, s>>>(spins, scratch);
            OK(cudaDeviceSynchronize());
        }
    });
    say("wait_each.stream", each / TIMES, "us");
    say("wait_each.device", device / TIMES, "us");
    say("wait_each.none", once / TIMES, "us");
    say("wait_each.over_none", each / once, "ratio");
}

// From the host's side: an event before and after in another stream shows when
// the host was through with each.
PROGRAM(what_calls_cost_the_host) {
    enum { TIMES = 200 };
    Stream s, quiet;
    Event e(cudaEventDisableTiming), done(cudaEventDisableTiming);
    char *dev, *host;
    OK(cudaMalloc(&dev, 4096));
    OK(cudaMallocHost(&host, 4096));
    OK(cudaMemset(dev, 0, 4096));
    OK(cudaEventRecord(done, quiet));
    OK(cudaDeviceSynchronize());
    int spins = spins_for(3000);
    // s is busy all the time: only the host's calls pass between the events.
    auto cost = [&](const char *name, const std::function<void()> &call) {
        double us = time_us(quiet, false, [&] {
            for (int i = 0; i < TIMES; i++)
                call();
        });
        say(name, us / TIMES, "us");
        OK(cudaDeviceSynchronize());
    };
    auto busy = [&](const std::function<void()> &call) {
        return [&s, spins, call] {
            static int n;
            if (n++ % TIMES == 0) spin<<<1, 32, 0, s>>>(spins, scratch);
            call();
        };
    };
    cost("host.launch", busy([&] { nothing<<<1, 32, 0, s>>>(); }));
    cost("host.event_record", busy([&] { OK(cudaEventRecord(e, s)); }));
    cost("host.wait_event", busy([&] { OK(cudaStreamWaitEvent(s, done, 0)); }));
    cost("host.copy", busy([&] {
             OK(cudaMemcpyAsync(dev, host, 4096, cudaMemcpyHostToDevice, s));
         }));
    cost("host.memset", busy([&] { OK(cudaMemsetAsync(dev, 0, 4096, s)); }));
    cost("host.event_query", busy([&] { (void)cudaEventQuery(done); }));
    cost("host.get_device", busy([&] {
             int d;
             OK(cudaGetDevice(&d));
         }));
    OK(cudaFree(dev));
    OK(cudaFreeHost(host));
}
