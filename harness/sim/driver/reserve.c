// Addresses and memory apart from each other: cuMemAddressReserve, cuMemCreate,
// cuMemMap. Memory has its bytes at the addresses that it is mapped to; while
// it is mapped nowhere they are kept beside. None of it needs a context.
#include "sim/driver/driver.h"

#include "base/heap.h"
#include "sim/mem/reserve.h"
#include "sim/runtime/clock.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GRAIN = 2 << 20 }; // all sizes and addresses are multiples

typedef struct SimMemory {
    Handle handle;
    size_t bytes;
    CuMemoryProperties properties;
    uint8_t *kept; // its bytes while it is mapped nowhere, or NULL: none
    int mapped;    // 0 or 1
    int file;      // plus 1: other processes have its bytes too; 0: none
} SimMemory;

typedef struct Mapping {
    CuPtr at;
    SimMemory *of;
    bool open; // cuMemSetAccess: there is memory
    struct Mapping *next;
} Mapping;

typedef struct Reserved {
    CuPtr at;
    size_t bytes;
    struct Reserved *next;
} Reserved;

static Mapping *mappings;
static Reserved *reserved;

static bool is_grained(CuPtr p, size_t n) {
    return p % GRAIN == 0 && n % GRAIN == 0 && n > 0;
}

// ---- addresses

CuResult cuMemAddressReserve(CuPtr *p, size_t bytes, size_t align, CuPtr wish,
                             unsigned long long flags) {
    (void)wish;
    DRIVER(WANTS_START);
    if (!p || !is_grained(0, bytes) || flags || (align & (align - 1)))
        return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_lock();
    *p = mem_reserve(r->mem, bytes, max_of(align, (size_t)GRAIN));
    if (*p) {
        Reserved *own = heap_new(1, sizeof *own);
        *own = (Reserved){*p, bytes, reserved};
        reserved = own;
    }
    runtime_unlock();
    return *p ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

// A mapping that has some of these addresses, or NULL.
static Mapping *mapping_in(CuPtr p, size_t n) {
    for (Mapping *m = mappings; m; m = m->next)
        if (m->at < p + n && p < m->at + m->of->bytes) return m;
    return NULL;
}

CuResult cuMemAddressFree(CuPtr p, size_t bytes) {
    DRIVER(WANTS_START);
    CuResult e = CUDA_ERROR_INVALID_VALUE;
    runtime_lock();
    for (Reserved **o = &reserved; *o; o = &(*o)->next) {
        Reserved *own = *o;
        if (own->at != p || own->bytes != bytes || mapping_in(p, bytes))
            continue;
        *o = own->next;
        heap_free(own);
        e = CUDA_SUCCESS;
        break;
    }
    runtime_unlock();
    return e;
}

static bool is_reserved(CuPtr p, size_t n) {
    for (const Reserved *o = reserved; o; o = o->next)
        if (p >= o->at && p + n <= o->at + o->bytes) return true;
    return false;
}

// ---- memory

CuResult cuMemGetAllocationGranularity(size_t *bytes,
                                       const CuMemoryProperties *of,
                                       int which) {
    (void)which;
    DRIVER(WANTS_START);
    if (!bytes || !of) return CUDA_ERROR_INVALID_VALUE;
    *bytes = GRAIN;
    return CUDA_SUCCESS;
}

// On a device.
static bool can_make(const CuMemoryProperties *p) {
    enum { PINNED = 1, DEVICE = 1 };
    return p->type == PINNED && p->where.type == DEVICE &&
           driver_has_device(p->where.id);
}

static bool has_room(Runtime *r, int device, size_t bytes) {
    uint64_t all = (uint64_t)(r->gpu->mem_gib * 1073741824.0);
    mem_owner(r->mem, (unsigned)device, 0);
    bool room = bytes <= all - min_of(all, mem_used(r->mem));
    mem_owner(r->mem, (unsigned)r->dev->ordinal, 0);
    return room;
}

// Without a context, as the driver has it: the properties name the device.
CuResult cuMemCreate(CuMemory *out, size_t bytes, const CuMemoryProperties *p,
                     unsigned long long flags) {
    DRIVER(WANTS_START);
    if (!out || !p || flags || !is_grained(0, bytes) || !can_make(p))
        return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_enter();
    SimMemory *m = NULL;
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    if (has_room(r, p->where.id, bytes)) {
        m = heap_new(1, sizeof *m);
        m->bytes = bytes;
        m->properties = *p;
        handle_add(r, &m->handle, HANDLE_MEMORY);
    }
    runtime_leave_alive(r, cudaSuccess);
    *out = (CuMemory)(uintptr_t)m;
    return m ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static SimMemory *memory_find(Runtime *r, CuMemory p) {
    return handle_find(r, (const void *)(uintptr_t)p, HANDLE_MEMORY);
}

// ---- bytes in a file, which processes share

static void file_close(SimMemory *m) {
    if (m->file) close(m->file - 1);
    m->file = 0;
}

// The pages at `at` are the file's, or this process's own again.
static bool file_map(const SimMemory *m, void *at) {
    return mmap(at, m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                m->file - 1, 0) == at;
}

static bool file_unmap(const SimMemory *m, void *at) {
    return mmap(at, m->bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                0) == at;
}

static bool file_write(int fd, const uint8_t *from, size_t n) {
    for (size_t at = 0; at < n;) {
        ssize_t k = pwrite(fd, from + at, n - at, (off_t)at);
        if (k <= 0) return false;
        at += (size_t)k;
    }
    return true;
}

static void forget_kept(SimMemory *m) {
    heap_free(m->kept);
    m->kept = NULL;
}

// It lives on while it is mapped.
CuResult cuMemRelease(CuMemory p) {
    DRIVER(WANTS_START);
    Runtime *r = runtime_lock();
    SimMemory *m = memory_find(r, p);
    if (m) {
        if (!m->mapped) {
            forget_kept(m);
            file_close(m);
        }
        handle_end(r, &m->handle);
    }
    runtime_unlock();
    return m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuMemGetAllocationPropertiesFromHandle(CuMemoryProperties *out,
                                                CuMemory p) {
    DRIVER(WANTS_START);
    Runtime *r = runtime_lock();
    const SimMemory *m = memory_find(r, p);
    if (m && out) *out = m->properties;
    runtime_unlock();
    return m && out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// ---- mapping

static CuResult add_mapping(Runtime *r, CuPtr p, size_t bytes, SimMemory *m) {
    if (!is_reserved(p, bytes) || mapping_in(p, bytes) || p % GRAIN)
        return CUDA_ERROR_INVALID_VALUE;
    if (m->mapped || bytes != m->bytes) {
        host_note(r, SIM_TRAP_UNSUPPORTED,
                  "Map each memory as a whole, at one place at a time.",
                  "not simulated yet: memory mapped %s",
                  m->mapped ? "at two addresses" : "in part");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    Mapping *own = heap_new(1, sizeof *own);
    *own = (Mapping){.at = p, .of = m, .next = mappings};
    mappings = own;
    m->mapped = 1;
    return CUDA_SUCCESS;
}

CuResult cuMemMap(CuPtr p, size_t bytes, size_t offset, CuMemory memory,
                  unsigned long long flags) {
    DRIVER(WANTS_START);
    if (offset || flags) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_lock();
    SimMemory *m = memory_find(r, memory);
    CuResult e = m ? add_mapping(r, p, bytes, m) : CUDA_ERROR_INVALID_VALUE;
    runtime_unlock();
    return e;
}

static void owner_is(Runtime *r, int device) {
    mem_owner(r->mem, (unsigned)device, host_place(r->thread->caller));
}

// Gives a mapping its memory, with the bytes that it had.
static bool mapping_open(Runtime *r, Mapping *m) {
    SimMemory *of = m->of;
    if (m->open) return true;
    owner_is(r, of->properties.where.id);
    m->open = mem_back(r->mem, m->at, of->bytes);
    owner_is(r, r->dev->ordinal);
    if (m->open && of->file) {
        if (!file_map(of, mem_bytes(r->mem, m->at))) return false;
        mem_wrote(r->mem, m->at, of->bytes); // maybe, by another process
    }
    if (m->open && of->kept) {
        memcpy(mem_bytes(r->mem, m->at), of->kept, of->bytes);
        mem_wrote(r->mem, m->at, of->bytes);
    }
    if (m->open) forget_kept(of);
    return m->open;
}

static void mapping_shut(Runtime *r, Mapping *m) {
    SimMemory *of = m->of;
    if (!m->open) return;
    if (of->file && !file_unmap(of, mem_bytes(r->mem, m->at))) return;
    if (of->handle.dead) file_close(of);
    if (!of->handle.dead && !of->file) {
        of->kept = heap_new(of->bytes, 1);
        memcpy(of->kept, mem_bytes(r->mem, m->at), of->bytes);
    }
    mem_unback(r->mem, m->at, of->bytes);
    m->open = false;
}

// ---- between processes

enum { BY_DESCRIPTOR = 1 }; // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

static const Mapping *mapping_of(const SimMemory *of) {
    for (const Mapping *m = mappings; m; m = m->next)
        if (m->of == of) return m;
    return NULL;
}

// From now on its bytes are in a file, wherever they were.
static bool move_to_file(Runtime *r, SimMemory *m) {
    const Mapping *at = mapping_of(m);
    uint8_t *open_at = at && at->open ? mem_bytes(r->mem, at->at) : NULL;
    const uint8_t *bytes = open_at ? open_at : m->kept;
    if (m->file) return true;
    int fd = memfd_create("memory of cuMemCreate", MFD_CLOEXEC);
    if (fd < 0) return false;
    m->file = fd + 1;
    if (ftruncate(fd, (off_t)m->bytes) != 0 ||
        (bytes && !file_write(fd, bytes, m->bytes)) ||
        (open_at && !file_map(m, open_at))) {
        file_close(m);
        return false;
    }
    if (open_at) mem_wrote(r->mem, at->at, m->bytes);
    forget_kept(m);
    return true;
}

CuResult cuMemExportToShareableHandle(void *out, CuMemory p, int type,
                                      unsigned long long flags) {
    DRIVER(WANTS_START);
    if (!out || type != BY_DESCRIPTOR || flags) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_lock();
    SimMemory *m = memory_find(r, p);
    bool ok = m && move_to_file(r, m);
    int fd = ok ? fcntl(m->file - 1, F_DUPFD_CLOEXEC, 0) : -1;
    runtime_unlock();
    if (fd >= 0) memcpy(out, &fd, sizeof fd);
    return fd >= 0 ? CUDA_SUCCESS
           : m     ? CUDA_ERROR_NOT_SUPPORTED
                   : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuMemImportFromShareableHandle(CuMemory *out, void *p, int type) {
    DRIVER(WANTS_START);
    int fd = fcntl((int)(intptr_t)p, F_DUPFD_CLOEXEC, 0);
    struct stat st;
    bool ok = fd >= 0 && out && type == BY_DESCRIPTOR && !fstat(fd, &st) &&
              is_grained(0, (size_t)st.st_size);
    if (!ok) {
        if (fd >= 0) close(fd);
        return CUDA_ERROR_INVALID_VALUE;
    }
    Runtime *r = runtime_lock();
    SimMemory *m = heap_new(1, sizeof *m);
    m->bytes = (size_t)st.st_size;
    m->file = fd + 1;
    m->properties = (CuMemoryProperties){
        .type = 1, .where = {.type = 1, .id = r->dev->ordinal}};
    handle_add(r, &m->handle, HANDLE_MEMORY);
    runtime_unlock();
    *out = (CuMemory)(uintptr_t)m;
    return CUDA_SUCCESS;
}

// ---- ranges of mappings

static bool is_inside(const Mapping *m, CuPtr p, size_t n) {
    return m->at >= p && m->at + m->of->bytes <= p + n;
}

// Bytes of the mappings that lie wholly in the range.
static size_t mapped_in(CuPtr p, size_t n) {
    size_t sum = 0;
    for (const Mapping *m = mappings; m; m = m->next)
        if (is_inside(m, p, n)) sum += m->of->bytes;
    return sum;
}

CuResult cuMemUnmap(CuPtr p, size_t bytes) {
    DRIVER(WANTS_START);
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    bool ok = bytes && mapped_in(p, bytes) == bytes;
    if (ok) runtime_wait_all(r);
    for (Mapping **o = &mappings; ok && *o;) {
        Mapping *m = *o;
        if (!is_inside(m, p, bytes)) {
            o = &m->next;
            continue;
        }
        mapping_shut(r, m);
        m->of->mapped = 0;
        *o = m->next;
        heap_free(m);
    }
    runtime_leave_alive(r, cudaSuccess);
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Devices beside its own reach memory like that of a peer.
static bool let_device(Runtime *r, Mapping *m, const CuMemoryAccess *a) {
    int own = m->of->properties.where.id;
    if (!a->flags) return true;
    if (a->where.id != own) r->devices[a->where.id].peers |= 1u << own;
    return mapping_open(r, m);
}

CuResult cuMemSetAccess(CuPtr p, size_t bytes, const CuMemoryAccess *a,
                        size_t n) {
    DRIVER(WANTS_START);
    bool ok = a && n && bytes, room = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = driver_has_device(a[i].where.id);
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    ok = ok && mapped_in(p, bytes) == bytes;
    for (Mapping *m = mappings; ok && m; m = m->next)
        for (size_t i = 0; is_inside(m, p, bytes) && i < n; i++)
            room = let_device(r, m, &a[i]) && room;
    runtime_leave_alive(r, cudaSuccess);
    return !ok    ? CUDA_ERROR_INVALID_VALUE
           : room ? CUDA_SUCCESS
                  : CUDA_ERROR_OUT_OF_MEMORY;
}

CuResult cuMemGetAccess(unsigned long long *flags, const Location *where,
                        CuPtr p) {
    enum { READ_WRITE = 3 };
    DRIVER(WANTS_START);
    runtime_lock();
    const Mapping *m = mapping_in(p, 1);
    runtime_unlock();
    if (!m || !flags || !where) return CUDA_ERROR_INVALID_VALUE;
    *flags = m->open ? READ_WRITE : 0;
    return CUDA_SUCCESS;
}
