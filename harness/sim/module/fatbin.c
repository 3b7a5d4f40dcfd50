// Fat binaries. All numbers are little endian.
//
//   wrapper  0 u32 0x466243b1  4 u32 version  8 data*  16 version 1: file name*
//            or NULL; version 2, of device code that nvcc -dlink has linked:
//            the data* of the files that were linked, then NULL
//
//   data     0 u32 0xba55ed50  4 u16 version  6 u16 header bytes
//            8 u64 bytes of the entries that follow the header
//
//   entry    0 u16 kind  2 u16 version  4 u32 header bytes  8 u64 payload bytes
//           16 u32 compressed bytes    24 u16 minor  26 u16 major of the PTX
//           28 u32 architecture        40 u64 flags  56 u64 plain bytes
#include "sim/module/fatbin.h"

#include "base/vec.h"
#include "sim/module/unpack.h"

#include <string.h>

#define WRAPPER_MAGIC 0x466243b1u
#define DATA_MAGIC    0xba55ed50u

enum {
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    FLAG_ARCH_SPECIFIC = 0x100000,
    DATA_HEADER = 16,
    ENTRY_HEADER = 64, // the least there is
};

static uint64_t load(const uint8_t *p, int bytes) {
    uint64_t v = 0;
    for (int i = bytes; i-- > 0;)
        v = v << 8 | p[i];
    return v;
}

typedef struct Entries {
    FatEntry *at;
    int n, cap;
    int cc;       // newer architectures are left out
    Arena *arena; // of PTX that was compressed
} Entries;

static bool broken(Err *err, const char *why) {
    err_set(err, ERR_SIM, "the program's GPU code cannot be read: %s", why);
    return err_hint(err, "compile it with nvcc 11.8 or newer");
}

// Puts plain text in the place of compressed; p: the entry.
static bool ptx_unpack(Arena *a, const uint8_t *p, FatEntry *e, Err *err) {
    enum { PLAIN_MOST = 1 << 30 };
    bool zstd = (e->flags & FLAG_ZSTD) != 0;
    size_t packed = load(p + 16, 4), n = load(p + 56, 8);
    uint8_t *to = NULL;
    bool ok = packed && packed <= e->size && n && n < PLAIN_MOST;
    if (ok) to = arena_alloc(a, n + 1, 1, 1);
    const uint8_t *from = (const uint8_t *)e->data;
    ok = ok && (zstd ? unpack_zstd : unpack_lz4)(from, packed, to, n);
    if (!ok) {
        err_set(err, ERR_SIM, "the PTX in this program is compressed (%s)",
                zstd ? "zstd" : "LZ4");
        return err_hint(err, "compile it with nvcc -no-compress");
    }
    e->data = (const char *)to;
    e->size = n;
    return true;
}

// Appends the entry at p, if it is one of the two kinds.
static bool image_add(Entries *out, const uint8_t *p, uint32_t header,
                      uint64_t size, Err *err) {
    uint64_t kind = load(p, 2), flags = load(p + 40, 8);
    FatEntry e = {.kind = (FatKind)kind,
                  .arch = (int)load(p + 28, 4),
                  .data = (const char *)p + header,
                  .size = size,
                  .flags = flags,
                  .is_arch_specific = (flags & FLAG_ARCH_SPECIFIC) != 0};
    bool is_compressed = (flags & (FLAG_LZ4 | FLAG_ZSTD)) != 0;
    if (e.arch > out->cc) return true;
    if (is_compressed && kind == FAT_PTX) {
        if (!ptx_unpack(out->arena, p, &e, err)) return false;
        is_compressed = false;
    }
    bool wanted = kind == FAT_PTX || kind == FAT_ELF;
    if (wanted && !is_compressed) vec_push(out, e);
    return true;
}

static bool list(Entries *out, const uint8_t *data, Err *err) {
    if (!data || load(data, 4) != DATA_MAGIC)
        return broken(err, "no fat binary behind the wrapper");
    uint64_t skip = load(data + 6, 2), left = load(data + 8, 8);
    if (skip < DATA_HEADER) return broken(err, "its header is too short");
    const uint8_t *p = data + skip;
    while (left) {
        if (left < ENTRY_HEADER) return broken(err, "an entry is cut off");
        uint32_t header = (uint32_t)load(p + 4, 4);
        uint64_t size = load(p + 8, 8);
        if (header < ENTRY_HEADER || header > left || size > left - header)
            return broken(err, "an entry is longer than the whole");
        if (!image_add(out, p, header, size, err)) return false;
        p += header + size;
        left -= header + size;
    }
    return true;
}

static FatEntry *entries_of(Arena *a, const uint8_t *data, int cc, int *n,
                            Err *err) {
    Entries found = {.arena = a, .cc = cc};
    FatEntry *out = NULL;
    *n = 0;
    if (list(&found, data, err)) {
        out = arena_array(a, FatEntry, (size_t)found.n);
        if (found.n) memcpy(out, found.at, (size_t)found.n * sizeof *out);
        *n = found.n;
    }
    vec_free(&found);
    return out;
}

static bool is_wrapper(const void *wrapper) {
    return wrapper && load(wrapper, 4) == WRAPPER_MAGIC;
}

FatEntry *fatbin_entries(Arena *a, const void *wrapper, int cc, int *n,
                         Err *err) {
    *n = 0;
    if (!is_wrapper(wrapper)) {
        broken(err, "it does not begin like a fat binary");
        return NULL;
    }
    const uint8_t *data;
    memcpy(&data, (const uint8_t *)wrapper + 8, sizeof data);
    return entries_of(a, data, cc, n, err);
}

const void *fatbin_file(const void *wrapper, int i) {
    enum { LINKED = 2 };
    if (!is_wrapper(wrapper) || load((const uint8_t *)wrapper + 4, 4) != LINKED)
        return NULL;
    const void *const *files;
    memcpy(&files, (const uint8_t *)wrapper + 16, sizeof files);
    return files ? files[i] : NULL;
}

FatEntry *fatbin_file_entries(Arena *a, const void *file, int cc, int *n,
                              Err *err) {
    return entries_of(a, file, cc, n, err);
}
