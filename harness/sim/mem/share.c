// Device memory that other processes may use.
//
// The bytes of the whole arena have one file, which nothing but its own memory
// backs (memfd_create). Pages of memory that is shared move there, at the same
// distance from the beginning, and stay in their place here.
#include "sim/mem/share.h"

#include "base/vec.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct Pages {
    uint64_t lo, hi; // of bytes
} Pages;

static struct {
    int file; // plus 1; 0: none yet
    Pages *at;
    int n, cap; // that are shared
} shared;

static bool is_shared(uint64_t page) {
    for (int i = 0; i < shared.n; i++)
        if (page >= shared.at[i].lo && page < shared.at[i].hi) return true;
    return false;
}

static bool share_file(uint64_t size) {
    if (shared.file) return true;
    int fd = memfd_create("device memory", MFD_CLOEXEC);
    if (fd < 0) return false;
    if (ftruncate(fd, (off_t)size) != 0) {
        close(fd);
        return false;
    }
    shared.file = fd + 1;
    return true;
}

// Moves [lo, hi), whole pages that are not shared, into the file.
static bool move_pages(uint64_t base, uint64_t lo, uint64_t hi) {
    int fd = shared.file - 1;
    off_t at = (off_t)(lo - base);
    for (uint64_t p = lo; p < hi;) {
        ssize_t n =
            pwrite(fd, (void *)(uintptr_t)p, hi - p, at + (off_t)(p - lo));
        if (n <= 0) return false;
        p += (uint64_t)n;
    }
    void *want = (void *)(uintptr_t)lo;
    Pages pages = {lo, hi};
    if (mmap(want, hi - lo, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
             at) != want)
        return false;
    vec_push(&shared, pages);
    return true;
}

bool mem_share(Mem *m, uint64_t p, MemShare *out) {
    const Alloc *a = mem_find(m, p);
    uint64_t base, size, page = (uint64_t)sysconf(_SC_PAGESIZE);
    mem_range(m, &base, &size);
    if (!a || a->borrowed || !mem_in_arena(m, p) || !share_file(2 * size))
        return false;
    uint64_t from = a->lo + a->shift, to = a->hi + a->shift;
    uint64_t end = (to + page - 1) / page * page;
    for (uint64_t lo = from / page * page, hi; lo < end; lo = hi) {
        hi = lo + page;
        if (is_shared(lo)) continue;
        while (hi < end && !is_shared(hi))
            hi += page;
        if (!move_pages(base, lo, hi)) return false;
    }
    // Writes of others are not seen.
    mem_wrote(m, a->lo, a->hi - a->lo);
    *out = (MemShare){
        .file = shared.file - 1, .offset = from - base, .bytes = a->hi - a->lo};
    return true;
}

uint64_t mem_take_share(Mem *m, int file, const MemShare *of) {
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t skip = of->offset % page;
    void *at = mmap(NULL, skip + of->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                    file, (off_t)(of->offset - skip));
    if (at == MAP_FAILED) return 0;
    uint64_t p = mem_adopt(m, (uint8_t *)at + skip, of->bytes);
    if (!p) munmap(at, skip + of->bytes);
    return p;
}
