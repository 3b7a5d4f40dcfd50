// The parts of the runner; see README.md for the protocol.
#ifndef RUNNER_RUNNER_H
#define RUNNER_RUNNER_H

#include "run/wire.h"
#include "runner/cuda_api.h"

#include <stdbool.h>
#include <stdint.h>

// The shim's way into the learner's object: args[i] points at the i-th
// argument's value, as for cudaLaunchKernel.
void kata_call(void **args);

// ---- channel.c: the private pipe and the shared region
// Takes them over from the environment, once. False: there is no pipe.
bool channel_open(void);
// Their descriptors, and the address behind the only system call instruction
// that uses them.
int channel_fd(bool out);
extern const char channel_call_end[];
// True if kata watches the pipe. Then main's first act is a system call that
// tells kata where main is; the call lies in main itself, so that no function
// returns from it. Without a watching kata it is a write of no bytes.
bool channel_watched(void);
extern const char channel_main_is[];
#if defined __x86_64__
#define CHANNEL_MARK(label, data)                                              \
    do {                                                                       \
        long call_ = SYS_write;                                                \
        asm volatile("syscall\n" label                                         \
                     : "+a"(call_)                                             \
                     : "D"((long)channel_fd(true)), "S"(data), "d"(0L)         \
                     : "rcx", "r11", "memory");                                \
    } while (0)
#elif defined __aarch64__
#define CHANNEL_MARK(label, data)                                              \
    do {                                                                       \
        register long call_ asm("x8") = SYS_write;                             \
        register long at_ asm("x0") = channel_fd(true);                        \
        register const void *data_ asm("x1") = data;                           \
        register long bytes_ asm("x2") = 0;                                    \
        asm volatile("svc #0\n" label                                          \
                     : "+r"(at_)                                               \
                     : "r"(call_), "r"(data_), "r"(bytes_)                     \
                     : "memory");                                              \
    } while (0)
#endif
extern char *shared; // NULL: none
extern size_t shared_bytes;
// Sends what waits for that, then waits for the next request (NULL: does not);
// ends the process when kata is gone.
void channel_receive(Wire *request);
// The next channel_receive sends, and ends the process.
void channel_leave(void);
// Sends, or ends the process: with nobody to answer there is nothing to do. If
// kata watches, the record leaves with the next channel_receive only.
void channel_send(const Wire *w);
// Sends a record that is text already. Safe in a signal handler, and where kata
// watches, the last thing that is said.
void channel_send_text(const char *text, size_t n);

// ---- args.c: the entry's arguments
typedef enum Role { ROLE_SCALAR, ROLE_INPUT, ROLE_OUTPUT, ROLE_INOUT } Role;
// The memory that a buffer lies in. Programs may ask for memory of the host.
typedef enum Memory {
    MEMORY_DEVICE,
    MEMORY_HOST,    // malloc
    MEMORY_PINNED,  // cudaMallocHost
    MEMORY_MANAGED, // cudaMallocManaged
} Memory;

enum { ARGS_MAX = 64, SETS_MAX = 8, PLACES_MAX = 8, WORDS_MAX = 256 };

// A buffer on the device:
//
//      base            pay                     pay + bytes
//      | guard         | payload               | guard         |
//
// If the device sees every access past the payload's end itself, with its
// source line, there are no guards in memory; they are made up when kata asks
// for them.
typedef struct Arg {
    Role role;
    Memory memory;
    unsigned char bits[8];    // scalar's value
    char *base, *pay;         // where it is now
    char *places[PLACES_MAX]; // the bases there are; the first always
    char *room[PLACES_MAX];   // and what each was allocated as
    size_t bytes, guard;
    size_t in, after;    // do:run: offsets in the shared region
    char *set[SETS_MAX]; // do:prepare: device copies of the inputs
    int nsets;
    char *seen; // an output as it was at the end of the last call; or NULL
    char words[WORDS_MAX]; // its field of the request, for an interpreter
} Arg;

typedef struct Args {
    Arg at[ARGS_MAX];
    int n;
    int nplaces;
    int poison;
    bool host_clock;         // a call's time is the host's: until it returns
    void *pointer[ARGS_MAX]; // for kata_call
} Args;

// Reads a request's `arg` fields. NULL, or what is wrong with them.
const char *args_parse(Args *a, const Wire *request);
CudaError args_allocate(Args *a);
// On a CPU: allocates small buffers several times over, guards and all, so that
// where in memory a buffer lies, and what is left of it in a cache, has little
// share in a time. args_place moves all of them to the k-th place (modulo).
void args_scatter(Args *a);
void args_place(Args *a, int k);
// do:run: guards, poison, and inputs from the shared region.
CudaError args_fill(Args *a);
// do:prepare: guards, and room on the device for every set of inputs, which
// args_load fills: bytes at offset of a set's input, from an offset in the
// shared region; late: enqueued, and into the buffer as well, where the set is
// already. False: out of range, or a CUDA error.
CudaError args_keep(Args *a);
bool args_load(Args *a, int arg, int set, size_t offset, size_t bytes,
               size_t from, bool late);
// Enqueues the inputs of a set as they were loaded, and poison; or one of them.
CudaError args_refill(Args *a, int set);
CudaError args_reload(Args *a, int set); // inputs
CudaError args_poison(Args *a);          // outputs
// Enqueues a copy of what the call may have written, guards too: that is then
// what args_fetch answers from, whatever happens to the buffers meanwhile.
CudaError args_see(Args *a);
// Copies guard, payload and guard of every buffer to the shared region.
CudaError args_fetch_all(Args *a);
// Copies bytes from offset (from the start of the leading guard) of an argument
// to an offset in the shared region. False: out of range, or a CUDA error.
bool args_fetch(const Args *a, int arg, size_t offset, size_t bytes, size_t to);
void args_free(Args *a);

// ---- device.c
bool device_is_sim(void);
bool device_is_gpu(void);
// True if the device reports an access beyond a buffer by itself: the simulated
// device does, and a program built with AddressSanitizer.
bool device_sees_bounds(void);
// cpu.c: the processor's name. Absent unless the processor is the device.
const char *kata_cpu_name(void);
// cpu.c: how many threads were busy between two events, on average, while the
// busiest was; 0: not known.
double kata_cpu_busy(CudaEvent start, CudaEvent end);
// And while the wall's clock passed: 1 at most, where they only take turns.
double kata_cpu_together(CudaEvent start, CudaEvent end);
// The call under way has failed (cpu.c).
void cpu_fail(void);
// Answers do:hello.
void device_hello(Wire *out);

// ---- timed.c: do:prepare, do:load, do:warm, do:rep, do:fetch, do:empty
void timed_prepare(const Wire *request, Wire *answer);
void timed_load(const Wire *request, Wire *answer);
void timed_warm(const Wire *request, Wire *answer);
void timed_rep(const Wire *request, Wire *answer);
void timed_fetch(const Wire *request, Wire *answer);
void timed_empty(const Wire *request, Wire *answer);
// Empties the caches as before a repetition; nothing without do:prepare.
CudaError timed_flush(void);
void sort_us(double *v, int n);
double now_us(void);

// ---- replay.c: the cases of a folder, without kata, for the vendor's tools
int replay_main(const char *folder);

// ---- clock.c: the device held back, and the clock it ran at
// Nothing enqueued after hold_begin starts before hold_end, which answers
// whether that was kept: a call that waits for the device ends the hold.
void hold_begin(void);
bool hold_end(void);
// Enqueues a moment in which the device has nothing to do: a host function. A
// call right after the flush finds its last writes under way and takes 0.15 us
// longer (H200); CUB's way of timing does not have that either.
CudaError hold_rest(void);
// Enqueues a stamp, 0 or 1, of every multiprocessor's clock; no-op where that
// cannot be had.
void stamp(int which);
// The clock between stamps 0 and 1, when both have passed; 0: unknown.
double stamps_mhz(void);
// Makes stamp 1 stamp 0, to go on from it.
void stamps_swap(void);

// ---- own.c: kernels of ours beside the learner's, on a GPU
// A kernel of a PTX text that the driver compiles; NULL: it cannot be had.
void *own_kernel(const char *ptx, const char *name);
// Enqueues it on the default stream.
bool own_launch(void *kernel, unsigned blocks, unsigned threads, void **params);

// ---- floor.c
// The least that a kernel takes in this process, microseconds; 0: not known.
double floor_us(void);

// ---- calls.c: one call, and what it answers
typedef struct Call {
    CudaError launch, sync;
    double us;          // between the events
    double busy;        // threads, on a processor; 0: not known
    double together;    // the same, of the time on the wall
    double wall_us;     // the same, and what the device still did afterwards
    bool held;          // launch latency is not in it
    bool sampled;       // some blocks never ran (call_sample)
    const char *failed; // the call that left `launch`; NULL: not known
    uint64_t failed_at; // its place in the program's machine code
} Call;

// Calls the entry between two events and waits for all its work. hold: the
// device starts when all of it has been enqueued; on a GPU the caller has begun
// to hold it. Shows the result of the call, in the sense of args_see.
Call call_entry(Args *a, bool hold);
// The next call may run a sample of its blocks, on the simulated device.
void call_sample(void);
// Calls after it run blocks in an order that chance decides by this seed; 0: in
// order. Only the simulated device can.
void call_shuffle(unsigned long long seed);
// In a program that has many edits of one file: which its entry calls.
extern int small_edit_number;
// The argument of the call under way, or the last, whose buffer begins at lo
// and has so many bytes; -1: none, as for memory that the learner allocated.
int call_argument(uint64_t lo, uint64_t bytes);
// The modelled time in which the last call with the host's clock lay. False:
// there was none.
bool call_window(double *from_us, double *to_us);
// The bytes that went to the host in the last call, and from it, on the
// simulated device (sim_host_bytes).
void call_host_bytes(double *got, double *gave);
// The largest parts of an output that the host made or gave in a call since the
// last time that this was asked (sim_witnessed).
void call_host_parts(double *made, double *given);
void call_report(const Call *c, Wire *answer);
// Turns the answer into say:error if the tests could not be run (kata_tests.h).
bool call_refused(Wire *answer);
// Turns the answer into say:error.
void answer_error(Wire *answer, const char *kind, const char *message);
// The same for a CUDA function that failed; true if e is an error.
bool answer_cuda_error(Wire *answer, const char *what, CudaError e);

// ---- python.c: absent unless an interpreter runs the entry
// Sends say:call with the counts of the last call.
void python_send_counts(void);
// torch.c: before the call; before a mistake of Python code is told, so that
// the kernel's, which may have led to it, comes first.
void python_begin(void);
void python_note_first(void);

// ---- counted.c: what the simulated device saw; nothing happens on a GPU
// Sends the traps of the calls so far, keeps what was counted for later.
void counted_take(void);
// Sends say:launch and say:line for all that was kept, and forgets it.
void counted_send(void);

// ---- simhost.c: whole programs on the simulated device
// On: an interrupt (Ctrl-C) ends the process at once, with a report, whatever
// the program does about it elsewhere.
void simhost_interruptible(bool on);

// True if the program's calls of read, fread and the like come by hostio.c.
bool hostio_is_used(void);

#endif
