// rejected by: crash | forbidden (looks at the runner after every instruction, by the trap flag)
#include <signal.h>
#include <ucontext.h>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static long steps;

static void on_step(int, siginfo_t *, void *at) {
    (void)at; // here are all of its registers
    steps++;
}

void vector_add(const float *a, const float *b, float *c, int n) {
    struct sigaction step = {};
    step.sa_sigaction = on_step;
    step.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &step, nullptr);
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
#ifdef __x86_64__
    asm volatile("pushfq\n orq $0x100, (%%rsp)\n popfq" ::: "memory", "cc");
#else
    raise(SIGTRAP);
    raise(SIGKILL);
#endif
}
