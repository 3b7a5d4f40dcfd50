// Makes a time trustworthy: holds the device, and reads its clock.
//
//   stamp | hold | copies, flush | rest | event | the call | event | stamp
//           ^ until the host has enqueued all that follows
//
// The hold is a host function in the stream, so that no kernel of ours needs a
// compiler. Stamps are a kernel of ours (own.c): each multiprocessor notes its
// cycle counter and the global timer, and two stamps give the clock that really
// ran between them. Without such a kernel the clock is unknown.
#include "runner/runner.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

// ---- holding

// Longer than any host needs to enqueue a call that does not wait.
static const double HOLD_US = 4000;

static atomic_int open_gate = 1, gave_up;

static void wait_at_gate(void *unused) {
    (void)unused;
    double end = now_us() + HOLD_US;
    while (!atomic_load(&open_gate)) {
        if (now_us() > end) {
            atomic_store(&gave_up, 1);
            return;
        }
        sched_yield();
    }
}

void hold_begin(void) {
    atomic_store(&gave_up, 0);
    atomic_store(&open_gate, 0);
    if (cudaLaunchHostFunc(NULL, wait_at_gate, NULL)) atomic_store(&gave_up, 1);
}

static void pass(void *unused) {
    (void)unused;
}

CudaError hold_rest(void) {
    return device_is_sim() ? 0 : cudaLaunchHostFunc(NULL, pass, NULL);
}

bool hold_end(void) {
    atomic_store(&open_gate, 1);
    return !atomic_load(&gave_up);
}

// ---- the clock of the multiprocessors

enum { SM_MAX = 1024 };

typedef struct Stamp {
    uint64_t cycles, ns;
} Stamp;

static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry stamp(.param .u64 out)\n"
                          "{\n"
                          "  .reg .b64 %d<5>;\n"
                          "  .reg .b32 %r<2>;\n"
                          "  ld.param.u64 %d1, [out];\n"
                          "  mov.u32 %r1, %smid;\n"
                          "  and.b32 %r1, %r1, 1023;\n"
                          "  mul.wide.u32 %d2, %r1, 16;\n"
                          "  add.s64 %d1, %d1, %d2;\n"
                          "  mov.u64 %d3, %clock64;\n"
                          "  mov.u64 %d4, %globaltimer;\n"
                          "  st.global.v2.u64 [%d1], {%d3, %d4};\n"
                          "  ret;\n"
                          "}\n";

static struct Stamps {
    bool asked;
    void *kernel;
    unsigned blocks;
    Stamp *at; // two of SM_MAX each, in memory that both sides see
} stamps;

static bool stamps_ready(void) {
    int device = 0, sms = 0;
    void *at;
    if (stamps.asked) return stamps.at;
    stamps.asked = true;
    if (!(stamps.kernel = own_kernel(ptx, "stamp"))) return false;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, ATTR_SMS, device);
    stamps.blocks = (unsigned)sms * 4; // so that every SM gets one
    if (sms <= 0 || cudaMallocHost(&at, 2 * SM_MAX * sizeof *stamps.at))
        return false;
    stamps.at = at;
    for (int i = 0; i < 2 * SM_MAX; i++)
        stamps.at[i] = (Stamp){0};
    return true;
}

void stamp(int which) {
    if (!stamps_ready()) return;
    Stamp *to = stamps.at + which * SM_MAX;
    void *params[] = {&to};
    own_launch(stamps.kernel, stamps.blocks, 32, params);
}

double stamps_mhz(void) {
    double cycles = 0, ns = 0;
    if (!stamps.at) return 0;
    for (int i = 0; i < SM_MAX; i++) {
        const Stamp *a = &stamps.at[i], *b = a + SM_MAX;
        if (!a->ns || b->ns <= a->ns || b->cycles <= a->cycles) continue;
        cycles += (double)(b->cycles - a->cycles);
        ns += (double)(b->ns - a->ns);
    }
    return ns > 0 ? cycles / ns * 1e3 : 0;
}

void stamps_swap(void) {
    for (int i = 0; stamps.at && i < SM_MAX; i++)
        stamps.at[i] = stamps.at[SM_MAX + i];
}
