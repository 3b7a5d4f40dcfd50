// A last record from a process that dies: host code followed a device pointer
// on the simulated device. It is sent from a signal handler, so nothing is
// allocated on the way.
#include "runner/runner.h"
#include "sim/sim.h"

#include <stdio.h>

#pragma weak sim_on_host_fault
#pragma weak call_argument // whole programs do without

// No value can hold a line end or a backslash: nothing to escape.
static void send_fault(const SimTrap *t) {
    static char text[1024];
    int arg = call_argument ? call_argument(t->alloc_lo, t->alloc_bytes) : -1;
    int n = snprintf(
        text, sizeof text,
        "say:trap\nkind:%s\nmessage:%s\nhint:%s\naddress:0x%llx\n"
        "space:%s\naccess:%s\nalloc_bytes:%llu\nalloc_note:%s\n"
        "arg:%d\nhost_at:%llu\nalloc_at:%llu\ncount:1\n\n",
        t->name, t->message, t->hint, (unsigned long long)t->address, t->space,
        t->access, (unsigned long long)t->alloc_bytes, t->alloc_note, arg,
        (unsigned long long)t->host_pc, (unsigned long long)t->alloc_pc);
    if (n > 0 && (size_t)n < sizeof text) channel_send_text(text, (size_t)n);
}

// After the channel's own constructor, before any of the learner's.
__attribute__((constructor(102))) static void watch(void) {
    if (channel_open() && sim_on_host_fault) sim_on_host_fault(send_fault);
}
