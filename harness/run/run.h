// The processes of a check, and what links them: the theory of operation.
//
// kata is one process. Every program that it times or tests (the learner's, a
// baseline, the learner's on the simulated device) is a child of its own, which
// holds the runner, a shim and the program's code, and nothing worth stealing.
//
//   kata                                     child: scratch folder, no network
//  +------------------------------+         +-------------------------------+
//  | gate: inputs, expectations   |         | runner: main                  |
//  |   |                          |         |   |  one request at a time    |
//  |   v    copies                |  memfd  |   v                           |
//  | shared region <===========================> shared region              |
//  |                              |         |   |                           |
//  | gate/child/session           |         | shim -> the program's code -> |
//  |   |  requests, answers       | socket  |   |       GPU, simulated      |
//  | run/keeper <------------------ wire -----> channel   device, processor |
//  |   ^  ^  ^                    |         |                               |
//  |   |  |  +--- captured <------- pipes ----- stdout, stderr              |
//  |   |  +------ permission <----- seccomp --- forbidden calls, and every  |
//  |   |                          |         |   use of the wire             |
//  |   +--------- its end <-------- pidfd ----- exit, signal                |
//  +------------------------------+         +-------------------------------+
//
// start.c makes the links and forks; child.c goes from fork to exec with system
// calls alone: descriptors at fixed numbers, limits, Landlock, seccomp
// (sandbox.c, calls.c). A status socket, which exec closes, tells kata that the
// program runs, or which step failed. runner/guard.c then closes what the
// runner needed, before any code of the learner's runs.
//
// keeper.c is the part of kata that waits for all of this at once, in one loop:
// it is no process. A child that asks for what is forbidden, prints without
// end, garbles the wire or outlives its time is killed with its process group.
// speaker.c decides who may use the wire.
//
// The records are listed in runner/README.md. Tools that need what the sandbox
// forbids (compute-sanitizer, ncu) run outside of it, on a program that has
// been right inside it (gate/check/outside.c). Compilers run in a sandbox of
// their own (build/tool.h).
//
// The child has its own process group and session, no new privileges, none of
// root's rights, no network, no files but the system's libraries and its
// scratch folder (Landlock), system calls filtered (seccomp), rlimits, a
// wall-clock limit, its output captured and capped. On a GPU it still reaches
// /dev/nvidia*. If the kernel lacks one of these, the others hold and `kata
// doctor` says so.
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "run/wire.h"

// Bounds of a program that runs on no GPU.
enum { MOST_FILE_MIB = 64, MOST_MADE = 64, MOST_SHARED_MIB = 4096 };

typedef struct RunLimits {
    double seconds;      // wall clock of the child's whole life
    size_t output_bytes; // kept of stdout and of stderr: half head, half tail
    size_t memory_bytes; // RLIMIT_DATA; 0: none (a GPU run must have none)
    bool gpu;
    const char *library; // that holds the runner; NULL: the binary does
    // Files and folders that it may read besides the system's libraries, the
    // binary and its scratch folder; NULL: none.
    const char *const *reads;
    bool watched;    // its binary is linked with the runner, which alone is to
                     // use the private pipe
    bool hides;      // its memory has places that nobody is to find
    bool one_thread; // starting another fails: what is counted is one's work
    const char *scratch; // the one folder it may write; also its cwd
} RunLimits;

// How a child ended, in the order in which it is told to a learner.
typedef enum RunStatus {
    RUN_OK,        // said goodbye after all it was asked for
    RUN_SIGNAL,    // killed by a signal: a crash
    RUN_TIMEOUT,   // stopped by us at the wall-clock limit
    RUN_EXIT,      // exit() before its work was done, whatever the status
    RUN_FORBIDDEN, // a system call the sandbox forbids: fork, socket, ...
    RUN_FLOOD,     // wrote output without end
    RUN_PROTOCOL,  // garbled records on the private pipe
    RUN_SETUP,     // our fault: the sandbox could not be set up
} RunStatus;
const char *run_status_text(RunStatus s);

typedef struct RunResult {
    RunStatus status;
    int signal;    // RUN_SIGNAL
    int exit_code; // RUN_EXIT
    double seconds;
    const char *detail;              // e.g. "fork", "socket", or ""
    Buf out, err;                    // what it printed, capped
    size_t out_dropped, err_dropped; // bytes not kept
} RunResult;

typedef struct Child Child;

// Bytes of memory that a child that runs on no GPU may have: 16 GiB, or three
// quarters of the machine's.
size_t run_memory(void);

// Starts binary in the sandbox. argv[0] is binary; argv and env are
// NULL-terminated. shm_fd (or -1) is inherited under its number in the
// environment variable KATA_SHM; the private pipe's two ends likewise in
// KATA_WIRE ("3,4").
bool run_start(Child **out, const char *binary, const char *const *argv,
               const char *const *env, int shm_fd, const RunLimits *limits,
               Err *err);
bool run_send(Child *c, const Wire *w);
// WIRE_END when the child has ended. timeout as wire_read, but the wall-clock
// limit of the child holds in any case.
WireStatus run_receive(Child *c, double timeout, Wire *out);
// Stops all its threads, or lets them go on. One that is stopped answers
// nothing; its time runs on.
void run_pause(Child *c, bool stop);
// Returns for how long the thread that waited longest has been ready to run and
// had no processor so far, seconds; 0: not known.
double run_queued_seconds(const Child *c);
// Returns the processor time of all its threads so far, seconds; 0: not known.
double run_cpu_seconds(const Child *c);
// Checks that the program's code is still that of its file, and that nobody has
// copied the private pipe; if not, ends the child. Before the first check the
// child must have answered a request.
bool run_is_intact(Child *c);
// Ends the child if it still lives, kills its process group, collects all.
// Frees c. done: it did all it was asked to (else an exit is RUN_EXIT).
void run_finish(Child *c, bool done, RunResult *res);
void run_result_free(RunResult *res);

// The parts of the sandbox that this kernel offers, for `kata doctor`.
typedef struct SandboxInfo {
    int landlock_abi; // 0: none
    bool seccomp;
    bool seccomp_notify; // then forbidden calls are told by name
    bool user_namespaces;
    bool is_root;   // kata was started as root
    bool to_nobody; // then: its children become another user
} SandboxInfo;
SandboxInfo run_sandbox_info(void);

// The region shared with the child: a memfd, mapped in kata.
typedef struct Shm {
    int fd;
    size_t size;
    char *base;
} Shm;
bool shm_open_size(Shm *s, size_t size, Err *err);
void shm_close(Shm *s);

#endif
