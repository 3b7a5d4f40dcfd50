// Device memory: allocations, address spaces, bounds.
//
// Addresses come from one reserved arena, with red zones between allocations.
// Memory that only the device may use has its bytes elsewhere, Alloc.shift
// further up, and its addresses stay inaccessible for ever: host code that
// follows a device pointer faults, as it does with a GPU, and nothing has to be
// opened or closed around a launch. Memory that the host may use too has its
// bytes at its addresses. Freed memory is quarantined. Generic addresses:
// shared and local windows lie at fixed bases outside the arena.
#ifndef SIM_MEM_H
#define SIM_MEM_H

#include "sim/sim.h"

// Per-warp handlers see .shared and .local addresses as offsets from 0. The
// lower halves are not 0, as with a GPU: a generic pointer that is cut to 32
// bits is no address of shared memory.
#define MEM_SHARED_BASE 0x7f000000e2000000ull // generic window of shared
#define MEM_LOCAL_BASE  0x7e000000d4000000ull // generic window of local
#define MEM_PARAM_BASE                                                         \
    0x7d000000c6000000ull      // generic window of the launch's
                               // parameters (cvta.param)
#define MEM_WINDOW (16u << 20) // bytes of each

// The arena has at most so many addresses, and begins at a multiple of them.
enum { MEM_ARENA_BITS = 36 };

typedef enum AllocKind {
    ALLOC_DEVICE,
    ALLOC_MANAGED, // host and device
    ALLOC_PINNED,  // host memory that kernels may use
    ALLOC_GLOBAL,  // a __device__ variable
    ALLOC_CONST,   // a __constant__ variable
    ALLOC_FREED,
} AllocKind;

// Never moves while the Mem is open. When what it describes is freed it becomes
// empty (hi == lo), so that a cached pointer needs no check but the bounds: one
// word per cache, read and written whole, whoever else executes.
typedef struct Alloc {
    uint64_t lo, hi; // [lo, hi)
    AllocKind kind;
    const char *name; // variable's name, or NULL
    uint64_t serial;  // 1 for the first
    uint64_t shift;   // its bytes are at [lo + shift, hi + shift)
    unsigned device;  // whose memory it is; of no matter for the host's
    bool borrowed;    // its bytes are the host's own (mem_adopt)
    bool lent;        // of the host that runs the program (mem_lend)
    bool idle;        // a graph's, which has freed it until its next launch
    uint64_t made_at; // place in the program that allocated it, or 0
    uint64_t freed_at;
} Alloc;

typedef struct Mem Mem;
typedef struct Shadow Shadow;

Mem *mem_open(uint64_t limit_bytes); // NULL: no address space
// The bytes of device memory that is opened from now on lie at a place of
// chance, and are of this protection key (pkey_alloc); 0: there are no keys.
void mem_guard(int key);
void mem_close(Mem *m);
// From now on accesses that land in another allocation than the one they mean
// are wrong, or are not.
void mem_keep_apart(bool on);
bool mem_is_apart(void);

// For whom, and from which place in the program, memory is allocated and freed
// from now on. Each device has the limit's bytes.
void mem_owner(Mem *m, unsigned device, uint64_t place);

// Allocations from now on are lent to the program, or are its own again.
void mem_lend(Mem *m, bool on);
// The most bytes that the program has had of its own, of any kind and on all
// devices, its variables among them, since this was asked last.
uint64_t mem_own_most(Mem *m);
// Counts those of the lanes' addresses that lie in memory of the program's own.
// Several threads may. mem_own_atomics: how many since this was asked last.
void mem_note_atomics(Mem *m, const uint64_t *at, uint32_t lanes);
uint64_t mem_own_atomics(Mem *m);

// Returns the address, 256-byte aligned, filled with 0xCD (larger than 64 MiB
// and managed: zeros), or 0 when the limit is reached. size 0 gives 0. Pinned
// memory does not count against the limit. name is borrowed.
uint64_t mem_alloc(Mem *m, uint64_t size, AllocKind kind, const char *name);
// False if p is no allocation's beginning (or freed already).
bool mem_release(Mem *m, uint64_t p);
// Memory that was freed is there again, at its old address and with nothing in
// it, as where a graph that allocates it is launched anew. False: p and size
// are not those of a freed allocation, or its addresses have been given away.
bool mem_revive(Mem *m, uint64_t p, uint64_t size);
// Sets whether the live allocation at p is idle; what it held counts as never
// written.
void mem_rest(Mem *m, uint64_t p, bool idle);
// Host memory that kernels may use from now on (cudaHostRegister, pinned).
bool mem_register(Mem *m, void *p, uint64_t size);
bool mem_unregister(Mem *m, void *p);

// Device memory whose bytes are host memory [p, p + size), which stays where it
// is: an address for it with an allocation's bounds, or 0 as mem_alloc. It
// counts as written. mem_release takes the address back, and not the bytes.
uint64_t mem_adopt(Mem *m, void *p, uint64_t size);
// The name of the live allocation that begins at p, borrowed; NULL: none.
void mem_name(Mem *m, uint64_t p, const char *name);

// The live allocation that holds address, or NULL. O(log n).
const Alloc *mem_find(const Mem *m, uint64_t address);
// Translates a device address to a pointer of this process: the only way to the
// memory of an address that a program or a kernel gave. Addresses outside the
// arena are their own.
void *mem_bytes(const Mem *m, uint64_t address);
// For messages: the nearest allocation, live or freed, or NULL. Safe in a
// signal handler, unless another thread allocates.
const Alloc *mem_nearest(const Mem *m, uint64_t address);
// The allocation that ends last before the address and is in use, or NULL.
const Alloc *mem_below(const Mem *m, uint64_t address);
bool mem_in_arena(const Mem *m, uint64_t address);
// The device address whose bytes are at a place of this process; 0: none. Safe
// in a signal handler.
uint64_t mem_of_bytes(const Mem *m, uint64_t place);
// True if host code faults there because the address is the device's alone,
// allocated or not. Safe in a signal handler.
bool mem_is_device_only(const Mem *m, uint64_t address);
uint64_t mem_used(const Mem *m); // of the owner's device
// Calls fn for each live allocation, by address.
void mem_each(const Mem *m, void (*fn)(void *ctx, const Alloc *a), void *ctx);
// The functions that the allocator and the host's copies call when they change
// device memory, at addresses as programs know them (shadow.h).
typedef struct MemWatch {
    void (*allocated)(Shadow *s, uint64_t lo, uint64_t hi, bool fresh);
    void (*wrote)(Shadow *s, uint64_t p, uint64_t n);
    void (*copied)(Shadow *s, uint64_t to, uint64_t from, uint64_t n);
    void (*forgot)(Shadow *s, uint64_t p, uint64_t n);
    void (*close)(Shadow *s);
} MemWatch;
void mem_watch(Mem *m, Shadow *s, const MemWatch *by);
// The addresses that the arena may have.
void mem_range(const Mem *m, uint64_t *base, uint64_t *size);
// The shadow, which records the accesses to device memory, or NULL: nobody
// watches, or the host has no address space for it.
Shadow *mem_shadow(const Mem *m);
// Tells it what happens to device memory outside kernels: bytes were written,
// copied, or count as never written again. Any range will do.
void mem_wrote(Mem *m, uint64_t p, uint64_t n);
void mem_copied(Mem *m, uint64_t to, uint64_t from, uint64_t n);
void mem_forgot(Mem *m, uint64_t p, uint64_t n);
uint64_t mem_serial(const Mem *m); // of the last allocation, or 0
// Changes whenever an allocation is made or freed: invalidates inline caches.
uint64_t mem_epoch(const Mem *m);

#endif
