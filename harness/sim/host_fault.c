// Host code that follows a device pointer: a SIGSEGV, as with a GPU, but one
// that can be explained.
//
// Addresses of device memory are never accessible (mem.h), so the fault comes
// by itself and the process dies of it; this only tells the host (sim.h) first.
// Everything here runs in a signal handler, on the thread that faulted.
#include "sim/runtime.h"

#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

// A handler has no argument to find these by.
static const Mem *watched;
static struct sigaction before;
static void (*hook)(const SimTrap *);

void sim_on_host_fault(void (*fn)(const SimTrap *)) {
    hook = fn;
}

// "read" or "write" as the processor says, "" where it does not.
static const char *access_of(const ucontext_t *c) {
#if defined(__x86_64__)
    return c->uc_mcontext.gregs[REG_ERR] & 2 ? "write" : "read";
#elif defined(__aarch64__)
    enum { ESR_MAGIC = 0x45535201, WRITES = 1 << 6 };
    const uint8_t *at = c->uc_mcontext.__reserved;
    const uint8_t *end = at + sizeof c->uc_mcontext.__reserved - 16;
    while (at < end) {
        const struct {
            uint32_t magic, size;
            uint64_t esr;
        } *record = (const void *)at;
        if (record->magic == ESR_MAGIC)
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

static void tell(uint64_t address, const char *access) {
    SimTrap t = {.kind = SIM_TRAP_HOST_TOUCH,
                 .name = sim_trap_name(SIM_TRAP_HOST_TOUCH),
                 .file = "",
                 .kernel = "",
                 .address = address,
                 .space = "global",
                 .access = access,
                 .count = 1,
                 .other_file = ""};
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

static void on_fault(int sig, siginfo_t *info, void *context) {
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    bool sent = info->si_code <= 0; // by kill(), not by an instruction
    if (!sent && hook && mem_is_device_only(watched, address))
        tell(address, access_of(context));

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

void host_fault_watch(const Mem *m) {
    struct sigaction own = {.sa_sigaction = on_fault,
                            .sa_flags = SA_SIGINFO | SA_ONSTACK};
    watched = m;
    sigemptyset(&own.sa_mask);
    sigaction(SIGSEGV, &own, &before);
}
