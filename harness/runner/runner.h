// The parts of the runner; see README.md for the protocol.
#ifndef RUNNER_RUNNER_H
#define RUNNER_RUNNER_H

#include "run/wire.h"
#include "runner/cuda_api.h"

#include <stdbool.h>

// The shim's way into the learner's object: args[i] points at the i-th
// argument's value, as for cudaLaunchKernel.
void kata_call(void **args);

// ---- channel.c: the private pipe and the shared region
// Takes them over from the environment, once. False: there is no pipe.
bool channel_open(void);
extern char *shared; // NULL: none
extern size_t shared_bytes;
// Waits for the next request; ends the process when kata is gone.
void channel_receive(Wire *request);
// Sends, or ends the process: with nobody to answer there is nothing to do.
void channel_send(const Wire *w);
// Sends a record that is text already. Safe in a signal handler.
void channel_send_text(const char *text, size_t n);

// ---- args.c: the entry's arguments
typedef enum Role { ROLE_SCALAR, ROLE_INPUT, ROLE_OUTPUT, ROLE_INOUT } Role;

enum { ARGS_MAX = 64, SETS_MAX = 8 };

// A buffer on the device:
//
//      base            pay                     pay + bytes
//      | guard         | payload               | guard         |
//
// On the simulated device there are no guards in memory, so that it sees every
// access past the payload's end itself, with its source line; they are made up
// when kata asks for them.
typedef struct Arg {
    Role role;
    unsigned char bits[8]; // scalar's value
    char *base, *pay;
    size_t bytes, guard;
    size_t in[SETS_MAX]; // offsets in the shared region
    int nin;
    size_t after;
    char *set[SETS_MAX]; // do:prepare: device copies of the inputs
} Arg;

typedef struct Args {
    Arg at[ARGS_MAX];
    int n;
    int poison;
    void *pointer[ARGS_MAX]; // for kata_call
} Args;

// Reads a request's `arg` fields. NULL, or what is wrong with them.
const char *args_parse(Args *a, const Wire *request);
CudaError args_allocate(Args *a);
// Guards, poison, and inputs of a set: from the shared region, or from the
// device copies that args_keep made.
CudaError args_fill(Args *a, int set);
CudaError args_keep(Args *a);
CudaError args_refill(Args *a, int set);
// Copies guard, payload and guard of every buffer to the shared region.
CudaError args_fetch_all(Args *a);
// Copies bytes from offset (from the start of the leading guard) of an argument
// to an offset in the shared region. False: out of range, or a CUDA error.
bool args_fetch(const Args *a, int arg, size_t offset, size_t bytes, size_t to);
void args_free(Args *a);

// ---- device.c
bool device_is_sim(void);
// Answers do:hello.
void device_hello(Wire *out);

// ---- timed.c: do:prepare, do:warm, do:rep, do:empty
void timed_prepare(const Wire *request, Wire *answer);
void timed_warm(const Wire *request, Wire *answer);
void timed_rep(const Wire *request, Wire *answer);
void timed_fetch(const Wire *request, Wire *answer);
void timed_empty(const Wire *request, Wire *answer);
double now_us(void);

// ---- calls.c: one call, and what it answers
typedef struct Call {
    CudaError launch, sync;
    double us;      // between the events
    double wall_us; // the same, and what the device still did afterwards
} Call;

// Calls the entry between two events and waits for all its work.
Call call_entry(Args *a);
void call_report(const Call *c, Wire *answer);
// Turns the answer into say:error.
void answer_error(Wire *answer, const char *kind, const char *message);
// The same for a CUDA function that failed; true if e is an error.
bool answer_cuda_error(Wire *answer, const char *what, CudaError e);

// ---- counted.c: what the simulated device saw; nothing happens on a GPU
// Sends the traps of the calls so far, keeps what was counted for later.
void counted_take(void);
// Sends say:launch and say:line for all that was kept, and forgets it.
void counted_send(void);

#endif
