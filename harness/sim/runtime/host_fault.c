// Host code that follows a device pointer: a SIGSEGV, as with a GPU, but one
// that can be explained.
//
// Addresses of device memory are never accessible (mem.h), so the fault comes
// by itself and the process dies of it; this only tells the host (sim.h) first.
// Everything here runs in a signal handler, on the thread that faulted.
#include "sim/core/trap.h"
#include "sim/runtime/runtime.h"
#include "sim/runtime/seal.h"

#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

// A handler has no argument to find these by.
static const Mem *watched;
static struct sigaction before;
static void (*hook)(const SimTrap *);
static FaultResolve *resolve;

void sim_on_host_fault(void (*fn)(const SimTrap *)) {
    hook = fn;
}

// "read" or "write" as the processor says, "" where it does not.
static const char *fault_access(const ucontext_t *c) {
#if defined(__x86_64__)
    return c->uc_mcontext.gregs[REG_ERR] & 2 ? "write" : "read";
#elif defined(__aarch64__)
    enum { SYNDROME = 0x45535201, WRITES = 1 << 6 };
    const uint8_t *at = c->uc_mcontext.__reserved;
    const uint8_t *end = at + sizeof c->uc_mcontext.__reserved - 16;
    while (at < end) {
        const struct {
            uint32_t magic, size;
            uint64_t esr;
        } *record = (const void *)at;
        if (record->magic == SYNDROME)
            return record->esr & WRITES ? "write" : "read";
        if (!record->magic || !record->size) break;
        at += record->size;
    }
    return "";
#else
    (void)c;
    return "";
#endif
}

// Is the instruction that faulted an atomic of the processor?
static bool fault_is_atomic(const ucontext_t *c) {
#if defined(__x86_64__)
    enum { LOCK = 0xf0, REX = 0x40, XCHG = 0x86 };
    const uint8_t *at =
        (const uint8_t *)(uintptr_t)c->uc_mcontext.gregs[REG_RIP];
    while (*at == 0x66 || *at == 0x67 || *at == 0xf2 || *at == 0xf3)
        at++;
    if (*at == LOCK) return true;
    if ((*at & 0xf0) == REX) at++;
    return (*at & 0xfe) == XCHG; // with memory it locks by itself
#else
    (void)c;
    return false;
#endif
}

// ---- places

static struct {
    uint64_t base, lo, hi; // of the program's own code
} program;

static int see_program(struct dl_phdr_info *info, size_t size, void *ctx) {
    (void)size, (void)ctx;
    program.base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
        program.lo = info->dlpi_addr + p->p_vaddr;
        program.hi = program.lo + p->p_memsz;
    }
    return 1; // the first is the program itself
}

static bool in_program(uint64_t pc) {
    return pc >= program.lo && pc < program.hi;
}

uint64_t host_place(const void *caller) {
    uint64_t pc = (uint64_t)(uintptr_t)caller;
    return in_program(pc) ? pc - program.base - 1 : 0;
}

// The instruction that faulted, or, if that is in a library (memcpy), the call
// that led there, as far as the stack shows one.
static uint64_t fault_place(const ucontext_t *c) {
    enum { WORDS = 512 };
#if defined(__x86_64__)
    uint64_t pc = (uint64_t)c->uc_mcontext.gregs[REG_RIP];
    uint64_t sp = (uint64_t)c->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    uint64_t pc = c->uc_mcontext.pc, sp = c->uc_mcontext.sp;
    if (!in_program(pc) && in_program(c->uc_mcontext.regs[30]))
        pc = c->uc_mcontext.regs[30] - 4;
#else
    uint64_t pc = 0, sp = 0;
    (void)c;
#endif
    if (in_program(pc)) return pc - program.base;
#if defined(__x86_64__)
    const uint64_t *at = (const uint64_t *)(sp & ~7ull);
    for (int i = 0; i < WORDS; i++) {
        if (!in_program(at[i])) continue;
        const uint8_t *call = (const uint8_t *)(uintptr_t)at[i];
        if (call[-5] == 0xe8 || call[-6] == 0xff || call[-2] == 0xff)
            return at[i] - program.base - 1;
    }
#endif
    (void)sp;
    return 0;
}

static void fault_tell(uint64_t address, const char *access, uint64_t pc) {
    SimTrap t = {.kind = SIM_TRAP_HOST_TOUCH,
                 .name = sim_trap_name(SIM_TRAP_HOST_TOUCH),
                 .file = "",
                 .kernel = "",
                 .address = address,
                 .space = "global",
                 .access = access,
                 .count = 1,
                 .other_file = "",
                 .host_pc = pc};
    trap_note_allocation(&t, mem_nearest(watched, address));
    snprintf(t.message, sizeof t.message,
             "Host code %s device memory at 0x%llx%s%s.",
             *access == 'w'   ? "writes"
             : *access == 'r' ? "reads"
                              : "touches",
             (unsigned long long)address, *t.alloc_note ? ": " : "",
             t.alloc_note);
    snprintf(t.hint, sizeof t.hint,
             "Memory of cudaMalloc is out of the CPU's reach: do this in a "
             "kernel, or copy with cudaMemcpy.");
    hook(&t);
}

// A store to pages that only the runtime may write (seal_pages).
static bool is_sealed(const siginfo_t *info, const char *access) {
#ifdef SEGV_PKUERR
    return info->si_code == SEGV_PKUERR && *access == 'w';
#else
    (void)info, (void)access;
    return false;
#endif
}

static void sealed_tell(uint64_t address, uint64_t pc) {
    SimTrap t = {.kind = SIM_TRAP_HOST_TOUCH,
                 .name = sim_trap_name(SIM_TRAP_HOST_TOUCH),
                 .file = "",
                 .kernel = "",
                 .address = address,
                 .access = "write",
                 .space = "",
                 .count = 1,
                 .other_file = "",
                 .host_pc = pc};
    snprintf(t.message, sizeof t.message,
             "Host code writes where the simulated device keeps its counts.");
    snprintf(t.hint, sizeof t.hint,
             "Is this a pointer that was never set, or an index far out of an "
             "array's bounds?");
    hook(&t);
}

static void on_fault(int sig, siginfo_t *info, void *context) {
    seal_let_read();
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    bool sent = info->si_code <= 0; // by kill(), not by an instruction
    const char *access = fault_access(context);
    uint64_t pc = fault_place(context);
    HostAccess touch = {.address = address,
                        .pc = pc,
                        .writes = *access == 'w',
                        .atomic = !sent && fault_is_atomic(context)};
    if (!sent && resolve(&touch)) return;
    uint64_t bytes = mem_of_bytes(watched, address); // not where programs look
    if (!sent && hook && (bytes || mem_is_device_only(watched, address)))
        fault_tell(bytes ? bytes : address, access, pc);
    else if (hook && is_sealed(info, access))
        sealed_tell(address, pc);

    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(sig, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(sig);
    } else {
        // The instruction runs again, and the process dies of it.
        signal(sig, SIG_DFL);
        if (sent) raise(sig);
    }
}

void host_fault_watch(const Mem *m, FaultResolve *first) {
    struct sigaction own = {.sa_sigaction = on_fault,
                            .sa_flags = SA_SIGINFO | SA_ONSTACK};
    watched = m;
    resolve = first;
    dl_iterate_phdr(see_program, NULL);
    sigemptyset(&own.sa_mask);
    sigaction(SIGSEGV, &own, &before);
}
