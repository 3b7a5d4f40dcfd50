// For libraries of device work that is not PTX: cuBLAS, cuFFT, NCCL ...
//
// Such a library hands in its work as a unit, a function and a copy of its
// arguments, so that the device decides when it runs; the function asks for
// every byte that it touches, so that the device can check, and know, what it
// does to memory. Like sim.h, part of what libkatasim.a offers, and free of the
// rest of sim/.
#ifndef SIM_LIBRARY_H
#define SIM_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

struct SimStream;

// The unit that does the arithmetic, hence its peak.
typedef enum SimUnit {
    SIM_UNIT_NONE, // copies
    SIM_UNIT_F32,
    SIM_UNIT_F64,
    SIM_UNIT_F16,
    SIM_UNIT_TENSOR_16,   // f16 and bf16
    SIM_UNIT_TENSOR_TF32, // half the rate
    SIM_UNIT_TENSOR_8,    // twice the rate
    SIM_UNIT_TENSOR_64,   // doubles: a sixteenth, or none such
} SimUnit;

typedef struct SimWork {
    const char *name;         // as the learner called it: "cublasSgemm"
    struct SimStream *stream; // a cudaStream_t
    // Does it; false if a range was refused. Calls nothing of the CUDA runtime.
    bool (*run)(void *args);
    const void *args; // copied if the work has to wait
    size_t args_bytes;
    SimUnit unit;
    double flops;
    double bytes; // of memory read and written, each once
    double tiles; // pieces that it can be cut into to run side by side
    double us;    // its time if the caller knows better, else 0
    bool waits;   // the call returns when the work is done (a host result)
    uint32_t grid, block; // as told in the list of kernels
} SimWork;

// The place at which the program called the library:
// __builtin_return_address(0) of the function that it called, before
// sim_work_run.
void sim_work_from(const void *caller);
// The same of a function that calls others, of its library or of CUDA: what
// they say of their caller does not count until sim_work_hold(NULL).
void sim_work_hold(const void *caller);

// Runs it in stream order and records it like a launch, with a modelled time.
// Returns a cudaError_t as a launch does: memory errors show at the next call.
int sim_work_run(const SimWork *w);

// In SimWork.run: where `count` pieces of `bytes` each, `step` bytes apart, are
// in this process. NULL: the device may not touch them, which has been noted.
// what: "matrix A". p may be host memory that kernels can use, too. Bytes that
// are read and that nothing has written are reported.
typedef enum SimAccess {
    SIM_READS = 1,
    SIM_WRITES = 2,
    SIM_ELSEWHERE = 4, // another unit of work tells of it, of the same meeting
    SIM_PARTS = 8,     // not all of the bytes are read: a triangle, a mask
    SIM_BOUNDS = 16,   // only whether they are there: neither of the above
} SimAccess;
void *sim_work_range(const char *what, const void *p, size_t bytes, size_t step,
                     size_t count, int access);

// A stream of a device.
typedef struct SimPlace {
    int device;
    struct SimStream *stream;
} SimPlace;

// What any of the streams is given from now on comes after all that they were
// given so far, as before and after a collective.
void sim_work_meet(const SimPlace *at, int n);

// Counts a call of a library's function beside those of CUDA (sim_call_at), by
// the name that programs use. `name` has to last.
void sim_work_called(const char *name);

// Notes, for whoever reads the device's findings, that threads of the program
// wait for each other in a library's call for ever.
void sim_work_deadlock(const char *message, const char *hint);

#pragma GCC visibility pop

#endif
