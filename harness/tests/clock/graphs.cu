// A graph against the launches that it stands for.
#include "clock.h"

namespace {
struct Exec {
    cudaGraphExec_t x;
    // Captures what body gives to s.
    Exec(cudaStream_t s, const std::function<void()> &body) {
        cudaGraph_t g;
        OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
        body();
        OK(cudaStreamEndCapture(s, &g));
        OK(cudaGraphInstantiate(&x, g, 0));
        OK(cudaGraphDestroy(g));
    }
    ~Exec() { cudaGraphExecDestroy(x); }
    Exec(const Exec &) = delete;
};

void tell(const char *what, int spins, bool held) {
    enum { KERNELS = 200 };
    Stream s;
    char name[80];
    auto kernels = [&] {
        for (int i = 0; i < KERNELS; i++)
            spin<<<1, 32, 0, s>>>(spins, scratch);
    };
    Exec graph(s, kernels);
    OK(cudaGraphLaunch(graph.x, s)); // the first uploads it
    double launches = time_us(s, held, kernels) / KERNELS;
    double graphs =
        time_us(s, held, [&] { OK(cudaGraphLaunch(graph.x, s)); }) / KERNELS;
    snprintf(name, sizeof name, "launches.%s", what);
    say(name, launches, "us");
    snprintf(name, sizeof name, "graph.%s", what);
    say(name, graphs, "us");
    snprintf(name, sizeof name, "graph_over_launches.%s", what);
    say(name, graphs / launches, "ratio");
}
} // namespace

PROGRAM(a_graph_or_launches) {
    tell("empty", 0, false);
    tell("5us", spins_for(5), false);
    tell("20us", spins_for(20), false);
}

// 20 kernels in a graph, launched again and again.
PROGRAM(short_graphs) {
    enum { KERNELS = 20, TIMES = 25 };
    Stream s;
    auto kernels = [&] {
        for (int i = 0; i < KERNELS; i++)
            nothing<<<1, 32, 0, s>>>();
    };
    Exec graph(s, kernels);
    OK(cudaGraphLaunch(graph.x, s));
    double launches = time_us(s, false, [&] {
        for (int i = 0; i < TIMES; i++)
            kernels();
    });
    double graphs = time_us(s, false, [&] {
        for (int i = 0; i < TIMES; i++)
            OK(cudaGraphLaunch(graph.x, s));
    });
    say("short_graph.20_kernels", graphs / TIMES, "us");
    say("short_graph.over_launches", graphs / launches, "ratio");
    Exec one(s, [&] { nothing<<<1, 32, 0, s>>>(); });
    OK(cudaGraphLaunch(one.x, s));
    double single = time_us(s, false, [&] {
        for (int i = 0; i < 200; i++)
            OK(cudaGraphLaunch(one.x, s));
    });
    say("short_graph.1_kernel", single / 200, "us");
}

// Nodes that do not depend on each other run side by side.
PROGRAM(graphs_fork_and_join) {
    enum { WAYS = 8 };
    Stream s;
    Stream other[WAYS];
    Event fork(cudaEventDisableTiming), join(cudaEventDisableTiming);
    int spins = spins_for(100);
    Exec wide(s, [&] {
        OK(cudaEventRecord(fork, s));
        for (int i = 0; i < WAYS; i++) {
            OK(cudaStreamWaitEvent(other[i], fork, 0));
            spin<<<1, 32, 0, other[i]>>>(spins, scratch);
            OK(cudaEventRecord(join, other[i]));
            OK(cudaStreamWaitEvent(s, join, 0));
        }
    });
    Exec chain(s, [&] {
        for (int i = 0; i < WAYS; i++)
            spin<<<1, 32, 0, s>>>(spins, scratch);
    });
    OK(cudaGraphLaunch(wide.x, s));
    OK(cudaGraphLaunch(chain.x, s));
    double a = time_us(s, true, [&] { OK(cudaGraphLaunch(wide.x, s)); });
    double b = time_us(s, true, [&] { OK(cudaGraphLaunch(chain.x, s)); });
    say("forked_graph.8_of_100us", a, "us");
    say("forked_graph.over_chain", a / b, "ratio");
}
