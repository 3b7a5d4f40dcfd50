// Beside python.c, for exercises of kind python with CUDA: the device is the
// simulated one, and tensors are lent to it (python/device.py).
#include "runner/runner.h"
#include "sim/sim.h"

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int kata_launches(void);
EXPORTED int kata_settle(void);

static int before; // launches that were taken meanwhile

void cpu_fail(void) {
    // The record of the mistake, which has gone out, fails the call.
}

void python_begin(void) {
    before = 0;
}

void python_note_first(void) {
    cudaDeviceSynchronize();
    before += sim_launch_count();
    counted_take();
}

int kata_launches(void) {
    cudaDeviceSynchronize();
    return before + sim_launch_count();
}

// Waits for the device. Not 0: a kernel did something wrong, which is told with
// the call's answer.
int kata_settle(void) {
    CudaError e = cudaDeviceSynchronize();
    return e ? (int)e : sim_trap_count();
}
