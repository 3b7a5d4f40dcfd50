// libkatasim: a CUDA device in software.
//
// Link a program compiled by `nvcc -cudart none -no-compress -lineinfo` with
// this library instead of NVIDIA's runtime and its kernels run here: PTX is
// loaded from the fat binary, decoded, and executed warp by warp. The clock is
// modelled. The library knows nothing of kata, prints nothing (but the
// program's own device printf, to stdout) and never exits: what goes wrong in a
// kernel is a value, a SimTrap, and a CUDA error for the program.
//
// This header is for hosts (a runner, a test, a front end) that want to look:
// programs need only the CUDA API. All functions are single-threaded.
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WARP_SIZE = 32 };

#pragma GCC visibility push(default)

// ---- the modelled GPU (devices.def)
typedef struct SimGpu {
#define DEVICE_FIELD(type, name, unit, meaning) type name;
#include "sim/devices_fields.def"
} SimGpu;

// The unit of costs of code: cycles of arithmetic on the GPUs of the list
// (lat_alu).
enum { SIM_USUAL_ALU = 4 };

// Finds a model by name ("h200", "H100", "a100", "Tesla T4"), or NULL. i-th, or
// NULL.
const SimGpu *sim_gpu_find(const char *name);
const SimGpu *sim_gpu_at(int i);
// A model of one's own, to be found by its id from now on: lines "field=value"
// with the names of devices_fields.def, h100 where one is missing; the spec of
// a model. One at a time.
const SimGpu *sim_gpu_add(const char *spec);
bool sim_gpu_spec(const SimGpu *g, char *out, size_t size);
// The one in use: $KATASIM_GPU as it was at the first call, a name or a spec
// (ignored if it names no model), else sim_gpu_select, else "h100".
const SimGpu *sim_gpu(void);
// Before the first CUDA call. False if there is no such model.
bool sim_gpu_select(const char *name);

// ---- what went wrong
typedef enum SimTrapKind {
#define TRAP(id, ...) SIM_TRAP_##id,
#include "base/traps.def"
    SIM_TRAP_COUNT,
} SimTrapKind;

// How bad it is.
typedef enum SimSeverity {
    SIM_WRONG,    // the result can differ, or the program cannot go on
    SIM_DOUBTFUL, // undefined by the book, harmless here
    SIM_NOTE,     // nothing that a result depends on
    SIM_CLUE,     // as right programs have it too: said to one that failed
} SimSeverity;

typedef struct SimTrap {
    SimTrapKind kind;
    SimSeverity severity;
    const char *name;   // "out-of-bounds"
    char message[256];  // one sentence a beginner understands
    char hint[256];     // likely cause, or ""
    const char *file;   // of the source line; "" unknown
    int line;           // 0 unknown
    const char *kernel; // demangled name
    uint32_t block[3], thread[3];
    uint64_t address;   // 0 none
    const char *space;  // "global", "shared", "local", "constant", "param", ""
    const char *access; // "read", "write", "atomic", ""
    uint32_t bytes;     // of the access
    uint64_t alloc_lo, alloc_bytes; // of the nearest allocation, 0 none
    char alloc_note[128];   // "4 bytes past the end of a 4096-byte allocation"
    uint64_t count;         // same kind and line
    const char *other_file; // a second place (the other barrier), or ""
    int other_line;
    bool has_other; // a second thread took part: which
    uint32_t other_block[3], other_thread[3];
    char variable[96]; // "element 12 of `tile`", or ""
    // Places in the program's machine code, 0 unknown, as addr2line counts:
    // inside the host's call that is to blame, the one that allocated, the one
    // that freed (or is the second place).
    uint64_t host_pc, alloc_pc, other_pc;
    // The calls that led to the launch, from the inside out, where file is one
    // of a library: the first that is not the library's own is meant. 0 ends.
    uint64_t calls[16];
} SimTrap;

// Traps since the last sim_clear, in order, first of each kind and line.
int sim_trap_count(void);
const SimTrap *sim_trap_at(int i);
const char *sim_trap_name(SimTrapKind k);

// On: a launch that failed stays a trap although the program has asked for the
// error. Off, at first: it is a note then, as the program knows of it.
void sim_keep_launch_errors(bool on);

// On: an access by a pointer that a kernel was given stays in the memory of
// that pointer, and one that lands in other memory is a trap. Off, at first: on
// a GPU it only reads or overwrites what lies there.
void sim_keep_arrays(bool on);

// Calls fn when host code reads or writes device memory (HOST_TOUCH), just
// before the process dies of it. fn runs in the signal handler: it may call
// what a signal handler may, and t lives only as long as it runs. NULL: nobody.
void sim_on_host_fault(void (*fn)(const SimTrap *t));

// From now on new managed memory is watched until something has written it: the
// host's reads before are SIM_DOUBTFUL. For hosts that call sim_host_call.
void sim_watch_blank(void);
// From now on nobody but the simulator gets at the bytes of device memory:
// host code that finds them faults (HOST_TOUCH). Before the first CUDA call, in
// a process of one thread. Returns the protection key that closes them; 0: the
// processor or the kernel has none, and they are hidden only.
int sim_guard_memory(void);
// The key of what the simulator counts, which others may read and not write; 0:
// there is none. After sim_guard_memory.
int sim_guard_records(void);
// A system call is about to use the bytes, which may be any: it would fail
// where the program faults. writes: it stores there. caller: the place of the
// program that made it.
#if defined __GNUC__ && __GNUC__ >= 11
__attribute__((access(none, 1))) // it looks at none of them
#endif
void sim_host_call(const void *p, size_t n, bool writes, const void *caller);

// ---- what was counted (counters.def)
typedef struct SimCounters {
#define COUNTER(id, ...) uint64_t id;
#include "sim/counters.def"
} SimCounters;

// Instructions that warps issue: less those that ptxas makes part of others.
static inline uint64_t sim_issued(const SimCounters *c) {
    return c->issue_cycles - c->smem_joined;
}

typedef struct SimLine { // one source line of a launch's kernel
    const char *file;
    int line;
    double us;           // its part of the modelled duration
    const char *limiter; // what most of that is: "DRAM bandwidth", or ""
    int bytes;           // that a thread moves by its widest global access; 0
    SimCounters c;
} SimLine;

// Bytes of the memory of each other device that a kernel read and wrote.
enum { SIM_DEVICES = 8 };
typedef struct SimPeers {
    double read[SIM_DEVICES], written[SIM_DEVICES];
} SimPeers;

typedef struct SimLaunchInfo {
    const char *kernel; // demangled
    const char *file;   // of its source; NULL or "": not known
    uint32_t grid[3], block[3];
    int regs;
    uint32_t smem_bytes; // static and dynamic
    int stack_bytes;     // per thread: spilled registers, arrays, calls; -1
                         // unknown: the program carries no cubin
    double us;           // modelled duration, without launch overhead
    double start_us;     // on the device's timeline, and the end there: later
    double end_us;       // than start + us if it shared the device
    const char *limiter; // "DRAM bandwidth", "issue", "latency", ...
    double share;        // the limiter's part of the time, 0..1
    double longest;      // block, by instructions, over the average one
    double busiest;      // SM, likewise, over the average one; 0: not known
    double skew;         // a block's time if all its warps took as long as the
                         // slowest from barrier to barrier, over the average
                         // warp's; 0: not known
    uint32_t hops;       // longest chain of blocks that wait for each other
    double prefetched;   // bytes from global memory that were under way while
                         // their block read shared memory
    double sampled;      // the part of its blocks that ran; 1: all
    double occupancy;    // resident warps over the SM's most, 0..1
    const char
        *occupancy_limit; // "registers", "shared memory", "block size", ...
    SimCounters c;
    const SimLine *lines; // by file and line
    int nlines;
    double host_read, host_written; // bytes of pinned and managed memory
    double link_read, link_written; // of pinned memory, which is the host's
    SimPeers peers;
} SimLaunchInfo;

// Launches since the last sim_clear, at most the last 4096.
int sim_launch_count(void);
const SimLaunchInfo *sim_launch_at(int i);
// How many launches came before those, and, in *sum, what they counted.
uint64_t sim_launches_before(SimCounters *sum);
// One counter of all of them together, by its name in counters.def.
double sim_counted(const char *counter);
// On: of a launch of many blocks some stand for all, if they cannot see each
// other; counters and times are scaled. The others run before anything could
// see that they have not: work that follows, or a call that waits. Off: they
// never will; sim_sampled says just before whether there are such, so that what
// the kernel writes is not all there.
void sim_sample(bool on);
bool sim_sampled(void);
// Blocks of later launches run in another order, a few instructions each in
// turn, and so do the warps in them: chance decides, by this seed. A program is
// right in every such order. Where __activemask() asks who is there, half of
// the lanes are not yet, unless the seed has SIM_SHUFFLE_TOGETHER; and an
// atomic of a warp begins with its highest lane, unless it has
// SIM_SHUFFLE_UPWARDS. The lanes of a program in HIP run in lockstep, as HIP
// promises, and always ask together, unless the seed has SIM_SHUFFLE_NOT_HIP:
// for hosts that ask for CUDA, whatever the program includes. 0: in order
// again.
enum {
    SIM_SHUFFLE_TOGETHER = 1 << 30,
    SIM_SHUFFLE_UPWARDS = 1 << 29,
    SIM_SHUFFLE_NOT_HIP = 1 << 28,
    SIM_SHUFFLE_FLAGS =
        SIM_SHUFFLE_TOGETHER | SIM_SHUFFLE_UPWARDS | SIM_SHUFFLE_NOT_HIP,
};
void sim_shuffle(unsigned long long seed);
// All work enqueued until now counts as waited for, in the check of races
// between streams: for hosts whose own work comes before the program's. Times
// are not changed.
void sim_settle(void);
// Forgets traps and launches; the clock and memory stay.
void sim_clear(void);
// Empties the caches of all devices: a time does not depend on what ran before.
void sim_cool(void);
// The same by a memset of more than L2, as benchmarks do it: L2 is left full of
// lines that DRAM has not got yet, and what comes next has to push them out.
void sim_flush(void);

// Device memory [p, p + n) counts as never written, whatever it holds: a kernel
// that reads it before anything is written there is told so. For hosts that
// fill outputs with poison; only what has been enqueued before and is done is
// forgotten.
void sim_forget(const void *p, size_t n);
// The opposite: it counts as written.
void sim_filled(const void *p, size_t n);

// Host memory [p, p + n) that kernels may use from now on: returns an address
// of the current device for it, with an allocation's bounds; 0: the device is
// full or lost. No bytes are copied, and all count as written. sim_disown takes
// the address back. sim_name: what messages call it; borrowed.
uint64_t sim_adopt(void *p, size_t n);
void sim_disown(uint64_t at);
void sim_name(uint64_t at, const char *name);

// Bytes that went from devices to the host since the start, or since they were
// dropped, and from the host to devices: by copies, by kernels that used pinned
// or managed memory, and by more than 1 KiB of arguments of a kernel.
void sim_host_bytes(double *got, double *gave);
void sim_drop_host_bytes(void);

// On: what is allocated is lent to the program. Off: it is the program's own.
void sim_lend(bool on);
// The most bytes of device memory, or memory that devices may use, that the
// program has had of its own since the last question: its variables, what it
// has allocated, and what it has kept.
double sim_own_bytes(void);
// The atomic operations on that memory since the last question, of kernels that
// have ended.
double sim_own_atomics(void);

// To tell who made an output. Names bytes of the call that follows: of an
// input, or of an output as it is before. Not for inputs in memory of a device.
void sim_witness(const void *p, size_t n, bool is_output);
// The largest parts of any output named since, 0 to 1, that the host wrote, or
// had sent to a device before they came from there (runtime/witness.h). Outputs
// of less than 4 KiB are not looked at. Forgets all names.
typedef struct SimWitness {
    double made, given;
} SimWitness;
SimWitness sim_witnessed(void);

// Why the last module did not load or launch: "not simulated yet: `wgmma...`
// at line 12 of a.cu", or "".
const char *sim_load_error(void);

// The call of the program that left the error that cudaGetLastError returns
// next: its name, as "cudaMemcpy", and its place as addr2line counts. NULL: not
// known. Only while there is such an error.
const char *sim_failed_call(uint64_t *place);

// The program has ended: adds notes about what was never freed, and traps
// about errors that it never asked for. Once, before the last look at the
// traps.
void sim_end(void);

// Modelled time of the calling thread, microseconds since start: calls that
// wait for the device move it on, others take what they cost.
double sim_clock_us(void);
// When the last work of any device ends, on the clock of sim_clock_us.
double sim_ends_us(void);
// How much longer than up to an event (a cudaEvent_t) its device had work.
double sim_behind_us(void *event);
// How long no device had had any work when an event's turn came: the program
// had waited for all of it, and recorded the event only then.
double sim_idle_us(void *event);
// The device is busy for so long from now on, in the default stream: what the
// host enqueues meanwhile costs the device no waiting.
void sim_hold(double us);

// ---- the timeline: what ran when
typedef enum SimSpanKind {
    SIM_SPAN_MARK, // events, waits between streams
    SIM_SPAN_KERNEL,
    SIM_SPAN_COPY_IN,
    SIM_SPAN_COPY_OUT,
    SIM_SPAN_COPY, // within a device
    SIM_SPAN_COPY_PEER,
    SIM_SPAN_FILL,
    SIM_SPAN_HOST_FN,
    SIM_SPAN_WAIT, // the host's, for the device
} SimSpanKind;

typedef struct SimSpan {
    SimSpanKind kind;
    const char *name; // of a kernel, else ""
    int device;
    unsigned long long stream; // as cudaStreamGetId says it; 1: the default
    uint64_t number, cause;    // the span whose end it waited for last, or 0:
                               // for the host to issue it
    uint64_t issued_after;     // the span that the host had waited for then
    double issue_us, start_us, end_us;
    double alone_us; // what it takes if nothing shares the device
    double bytes;    // of a copy or fill
    int from, to;    // devices, of a copy from one to another
    SimPeers peers;  // of a kernel
    double touched;  // of a kernel: all bytes of global memory in its requests
} SimSpan;

// Keeps spans from now on, so many. Work that is under way is kept as well.
void sim_keep_spans(int most);
// Forgets the spans so far and how often functions were called.
void sim_drop_spans(void);
// In the order of their ends; also how many did not fit.
int sim_span_count(int *dropped);
const SimSpan *sim_span_at(int i);

// How often the program called a function of the CUDA runtime.
typedef struct SimCall {
    const char *name; // "cudaMalloc"
    uint64_t count;
} SimCall;
// i-th of those that were ever called, or NULL.
const SimCall *sim_call_at(int i);

// Tells that host code used bytes of managed memory, which nobody sees; how
// many pages of 64 KiB have migrated because they were used elsewhere. Counted
// from the first call, or the first hint about managed memory, on.
void sim_host_used(const void *p, size_t n, bool writes);
uint64_t sim_migrated(void);

// Ceilings of the modelled GPU in GB/s: "theoretical", "read", "write", "copy",
// "triad"; 0 if unknown.
double sim_ceiling_gbs(const SimGpu *g, const char *access);

// "libkatasim <version>"; part of every build key.
const char *sim_version(void);

#pragma GCC visibility pop

#endif
