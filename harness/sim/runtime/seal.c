#include "sim/runtime/seal.h"

#include "base/heap.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Protection keys (x86-64): two bits of a register of each thread say whether
// pages of a key may be read and written. They are open while a thread is in
// the runtime; helpers begin there, and stay so.
static int key;     // of the bytes of device memory; 0: none
static int records; // of what is counted, which anybody may read; 0: none

enum { NO_ACCESS = 1, NO_WRITE = 2 };

#ifdef __x86_64__
static void rights_change(uint32_t give, uint32_t take) {
    uint32_t rights, zero;
    __asm__ volatile("rdpkru" : "=a"(rights), "=d"(zero) : "c"(0));
    rights = (rights & ~give) | take;
    __asm__ volatile("wrpkru" : : "a"(rights), "d"(0), "c"(0) : "memory");
}

static uint32_t rights_of(int k, uint32_t which) {
    return k ? which << 2 * k : 0;
}
#endif

void seal_open(bool open) {
#ifdef __x86_64__
    uint32_t all = rights_of(key, NO_ACCESS | NO_WRITE);
    uint32_t kept = rights_of(records, NO_WRITE);
    if (!key) return;
    // A signal handler begins without the right to read what is judged, too.
    uint32_t shut = rights_of(records, NO_ACCESS);
    rights_change(all | kept | shut, open ? 0 : all | kept);
#else
    (void)open;
#endif
}

void seal_let_read(void) {
#ifdef __x86_64__
    if (records) rights_change(rights_of(records, NO_ACCESS), 0);
#endif
}

void seal_pages(void *p, size_t bytes) {
#if defined __x86_64__ && defined SYS_pkey_mprotect
    if (records)
        syscall(SYS_pkey_mprotect, p, bytes, PROT_READ | PROT_WRITE, records);
#else
    (void)p, (void)bytes;
#endif
}

void *seal_grow(void *p, size_t bytes, size_t more) {
    void *new = mmap(NULL, more, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (new == MAP_FAILED) die("out of memory (%zu bytes)", more);
    seal_pages(new, more);
    if (!p) return new;
    memcpy(new, p, bytes);
    munmap(p, bytes);
    return new;
}

int seal_begin(void) {
#if defined __x86_64__ && defined SYS_pkey_alloc
    long new = key ? key : syscall(SYS_pkey_alloc, 0, NO_ACCESS);
    if (new > 0) key = (int)new;
    new = records || !key ? records : syscall(SYS_pkey_alloc, 0, NO_WRITE);
    if (new > 0) records = (int)new;
#endif
    return key;
}

int seal_records(void) {
    return records;
}
