// The kernel guards the private pipe and the program's code.
//
// The learner's code shares this process. It can find the pipe's descriptors
// and read kata's requests in memory, and answer them in the runner's place; or
// write over cudaEventElapsedTime. So a seccomp filter, on top of the one that
// kata has put, ends the process
//
//   - at a system call on the pipe, but for those that read and write it and
//     come from the one instruction in channel_call,
//   - when memory is to become executable that was not, or is writable,
//   - when the program's own memory is to be made writable, or replaced: the
//     linker has bound all functions, and the table of their addresses is
//     read-only (-z now).
//
// The simulated device closes the bytes of device memory by a protection key
// (sim.h): new keys, which would be open, are not to be had, and pages keep
// theirs.
//
// If a compiler runs in the process (Numba: python/serve.py has said so in
// KATA_COMPILES), memory may become executable once it is no longer writable.
//
// Handlers of SIGTRAP are refused: with the processor's trap flag set they
// would run after every instruction of the runner.
//
// Code that jumps right into channel_call meets kata itself, if the kernel can
// put system calls to it (run/speaker.h): this file shows kata, before any code
// of the learner's has run, how deep on the stack the runner is when it sends.
#include "runner/runner.h"
#include "sim/sim.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma weak sim_guard_memory
#pragma weak sim_guard_records

#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

// The linker's: where the program begins and ends in memory, or the library
// that the runner is in an interpreter.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

enum { INSNS_MAX = 2048 };

// Calls that take a descriptor, and which argument it is.
static const struct Use {
    int number, arg;
} uses[] = {
    {SYS_read, 0},     {SYS_write, 0},    {SYS_readv, 0},    {SYS_writev, 0},
    {SYS_pread64, 0},  {SYS_pwrite64, 0}, {SYS_recvfrom, 0}, {SYS_sendto, 0},
    {SYS_preadv, 0},   {SYS_pwritev, 0},  {SYS_preadv2, 0},  {SYS_pwritev2, 0},
    {SYS_recvmsg, 0},  {SYS_sendmsg, 0},  {SYS_recvmmsg, 0}, {SYS_sendmmsg, 0},
    {SYS_dup, 0},      {SYS_dup3, 0},     {SYS_dup3, 1},     {SYS_fcntl, 0},
    {SYS_splice, 0},   {SYS_splice, 2},   {SYS_tee, 0},      {SYS_tee, 1},
    {SYS_sendfile, 0}, {SYS_sendfile, 1}, {SYS_shutdown, 0}, {SYS_ioctl, 0},
    {SYS_vmsplice, 0},
#ifdef SYS_dup2
    {SYS_dup2, 0},     {SYS_dup2, 1},
#endif
};

typedef struct Program {
    struct sock_filter at[INSNS_MAX];
    int n;
} Program;

static void filter_add(Program *p, unsigned code, unsigned k, unsigned t,
                       unsigned f) {
    if (p->n < INSNS_MAX)
        p->at[p->n++] = (struct sock_filter){
            (unsigned short)code, (unsigned char)t, (unsigned char)f, k};
}

static void filter_load(Program *p, size_t at) {
    filter_add(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)at, 0, 0);
}

static void filter_end(Program *p, unsigned action) {
    filter_add(p, BPF_RET | BPF_K, action, 0, 0);
}

static size_t arg_low(int i) { // little-endian
    return offsetof(struct seccomp_data, args) + 8 * (size_t)i;
}

// If the call is `number` and its argument is the pipe: never.
static void add_abuse(Program *p, const struct Use *u, int fd) {
    const unsigned eq = BPF_JMP | BPF_JEQ | BPF_K;
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, eq, (unsigned)u->number, 0, 3);
    filter_load(p, arg_low(u->arg));
    filter_add(p, eq, (unsigned)fd, 0, 1);
    filter_end(p, SECCOMP_RET_KILL_PROCESS);
}

// The same, but the runner's own places may.
static void add_use(Program *p, const struct Use *u, int fd) {
    uintptr_t from = (uintptr_t)channel_call_end;
    uintptr_t mark = (uintptr_t)channel_main_is;
    const unsigned eq = BPF_JMP | BPF_JEQ | BPF_K;
    size_t ip = offsetof(struct seccomp_data, instruction_pointer);

    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, eq, (unsigned)u->number, 0, 13);
    filter_load(p, arg_low(u->arg));
    filter_add(p, eq, (unsigned)fd, 0, 11);
    filter_load(p, ip);
    filter_add(p, eq, (unsigned)from, 0, 3);
    filter_load(p, ip + 4);
    filter_add(p, eq, (unsigned)((uint64_t)from >> 32), 0, 1);
    filter_end(p, SECCOMP_RET_ALLOW);
    filter_load(p, ip);
    filter_add(p, eq, (unsigned)mark, 0, 3);
    filter_load(p, ip + 4);
    filter_add(p, eq, (unsigned)((uint64_t)mark >> 32), 0, 1);
    filter_end(p, SECCOMP_RET_ALLOW);
    filter_end(p, SECCOMP_RET_KILL_PROCESS);
}

// mprotect must not make code. (On arm64 the loader itself does, to mark the
// targets of branches; there, only what stays writable is refused.)
static void add_protect(Program *p, int number, bool compiles) {
#ifdef __aarch64__
    compiles = true;
#endif
    const unsigned asked = PROT_EXEC | (compiles ? PROT_WRITE : 0);
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 4);
    filter_load(p, arg_low(2));
    filter_add(p, BPF_ALU | BPF_AND | BPF_K, asked, 0, 0);
    filter_add(p, BPF_JMP | BPF_JEQ | BPF_K, asked, 0, 1);
    filter_end(p, SECCOMP_RET_KILL_PROCESS);
}

// mmap must not make memory that is both.
static void add_map(Program *p) {
    const unsigned both = PROT_EXEC | PROT_WRITE;
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4);
    filter_load(p, arg_low(2));
    filter_add(p, BPF_ALU | BPF_AND | BPF_K, both, 0, 0);
    filter_add(p, BPF_JMP | BPF_JEQ | BPF_K, both, 0, 1);
    filter_end(p, SECCOMP_RET_KILL_PROCESS);
}

// No file becomes code any more: a library that does the work would. On a GPU
// the driver loads its own as it needs them.
static void add_seal(Program *p) {
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4);
    filter_load(p, arg_low(2));
    filter_add(p, BPF_ALU | BPF_AND | BPF_K, PROT_EXEC, 0, 0);
    filter_add(p, BPF_JMP | BPF_JEQ | BPF_K, PROT_EXEC, 0, 1);
    filter_end(p, SECCOMP_RET_ERRNO | EACCES);
}

static bool is_sealed(void) {
    bool ours = getenv("KATA_LIBRARIES") != NULL;
    unsetenv("KATA_LIBRARIES");
    if (ours || device_is_gpu()) return false;
    // The C library loads this late by itself: threads end with its help.
    dlopen("libgcc_s.so.1", RTLD_NOW);
    return true;
}

// A handler of SIGTRAP cannot be set, only asked for.
static void add_trap(Program *p) {
    const unsigned eq = BPF_JMP | BPF_JEQ | BPF_K;
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, eq, SYS_rt_sigaction, 0, 7);
    filter_load(p, arg_low(0));
    filter_add(p, eq, SIGTRAP, 0, 5);
    filter_load(p, arg_low(1));
    filter_add(p, eq, 0, 0, 2);
    filter_load(p, arg_low(1) + 4);
    filter_add(p, eq, 0, 1, 0);
    filter_end(p, SECCOMP_RET_ERRNO | EPERM);
}

// Only the simulator's own keys may be given to pages. records: 0, or one too.
static void add_keys(Program *p, int key, int records) {
    const unsigned eq = BPF_JMP | BPF_JEQ | BPF_K;
    const int never[] = {SYS_pkey_alloc, SYS_pkey_free};
    for (int i = 0; i < 2; i++) {
        filter_load(p, offsetof(struct seccomp_data, nr));
        filter_add(p, eq, (unsigned)never[i], 0, 1);
        filter_end(p, SECCOMP_RET_ERRNO | ENOSPC);
    }
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, eq, SYS_pkey_mprotect, 0, 4);
    filter_load(p, arg_low(3));
    filter_add(p, eq, (unsigned)key, 2, 0);
    filter_add(p, eq, (unsigned)(records ? records : key), 1, 0);
    filter_end(p, SECCOMP_RET_KILL_PROCESS);
}

// The C library's function that opens a key returns at once from now on: names
// are found at run time, too.
static void shut_door(void) {
#ifdef __x86_64__
    enum { PAGE = 4096, RET = 0xc3 };
    uint8_t *at = dlsym(RTLD_DEFAULT, "pkey_set");
    void *page = (void *)((uintptr_t)at & ~(uintptr_t)(PAGE - 1));
    const int usual = PROT_READ | PROT_EXEC;
    if (!at || mprotect(page, PAGE, usual | PROT_WRITE)) return;
    *at = RET;
    mprotect(page, PAGE, usual);
#endif
}

// If the call is `number` and its argument is an address from..last, of which
// the upper halves are the same.
static void filter_add_range(Program *p, int number, int arg, uint64_t from,
                             uint64_t last) {
    const unsigned eq = BPF_JMP | BPF_JEQ | BPF_K;
    filter_load(p, offsetof(struct seccomp_data, nr));
    filter_add(p, eq, (unsigned)number, 0, 6);
    filter_load(p, arg_low(arg) + 4);
    filter_add(p, eq, (unsigned)(from >> 32), 0, 4);
    filter_load(p, arg_low(arg));
    filter_add(p, BPF_JMP | BPF_JGE | BPF_K, (unsigned)from, 0, 2);
    filter_add(p, BPF_JMP | BPF_JGT | BPF_K, (unsigned)last, 1, 0);
    filter_end(p, SECCOMP_RET_KILL_PROCESS);
}

// The program itself stays as it was loaded.
static void add_image(Program *p, int number, int arg) {
    uint64_t from = (uintptr_t)__ehdr_start & ~(uint64_t)4095;
    uint64_t last = ((uintptr_t)_end | 4095);
    uint64_t middle = last & ~(uint64_t)0xffffffff;
    if (from < middle) filter_add_range(p, number, arg, from, middle - 1);
    filter_add_range(p, number, arg, from < middle ? middle : from, last);
}

// After the channel's own constructor, before any of the learner's. If the
// kernel takes no filter, the rest of the sandbox is missing too, and kata
// doctor has said so.
__attribute__((constructor(102))) static void guard(void) {
    static Program p; // a constructor's stack is the learner's to read
    if (!channel_open()) return;

    if (channel_watched()) {
        CHANNEL_MARK("", channel_main_is);
        channel_receive(NULL);
    }
    int in = channel_fd(false), out = channel_fd(true);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        int number = uses[i].number;
        bool ours = number == SYS_read || number == SYS_write;
        (ours ? add_use : add_abuse)(&p, &uses[i], in);
        if (out != in) (ours ? add_use : add_abuse)(&p, &uses[i], out);
    }
    bool compiles = getenv("KATA_COMPILES") != NULL;
    unsetenv("KATA_COMPILES");
    add_protect(&p, SYS_mprotect, compiles);
    add_protect(&p, SYS_pkey_mprotect, compiles);
    add_map(&p);
    if (is_sealed()) add_seal(&p);
    int key = sim_guard_memory ? sim_guard_memory() : 0;
    if (key) {
        add_keys(&p, key, sim_guard_records());
        shut_door();
    }
    add_trap(&p);
    add_image(&p, SYS_mprotect, 0);
    add_image(&p, SYS_pkey_mprotect, 0);
    add_image(&p, SYS_mmap, 0);
    add_image(&p, SYS_munmap, 0);
    add_image(&p, SYS_mremap, 0);
    add_image(&p, SYS_mremap, 4);
    filter_end(&p, SECCOMP_RET_ALLOW);
    if (p.n >= INSNS_MAX) _exit(3);

    struct sock_fprog program = {(unsigned short)p.n, p.at};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // Threads that run already, if any do, are bound by it too.
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
            &program);
}
