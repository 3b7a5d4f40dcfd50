#include "sim/module/unpack.h"

#include <dlfcn.h>
#include <string.h>

// ---- LZ4: a block is sequences of a token, literals, and a match
//
//   token  4 bits: literals, 4 bits: bytes of the match less 4; 15: bytes of
//          255 follow, and a last one, that count on
//   match  u16: how far back; the last sequence has none

typedef struct Packed {
    const uint8_t *at, *end;
    bool bad;
} Packed;

static uint8_t next_byte(Packed *p) {
    if (p->at == p->end) {
        p->bad = true;
        return 0;
    }
    return *p->at++;
}

static size_t length(Packed *p, unsigned begins) {
    size_t n = begins;
    if (begins < 15) return n;
    for (uint8_t more = 255; more == 255 && !p->bad;)
        n += more = next_byte(p);
    return n;
}

bool unpack_lz4(const uint8_t *from, size_t packed, uint8_t *to, size_t n) {
    Packed p = {from, from + packed, false};
    uint8_t *out = to, *end = to + n;
    while (!p.bad && p.at < p.end) {
        uint8_t token = next_byte(&p);
        size_t literals = length(&p, token >> 4);
        if (literals > (size_t)(p.end - p.at) || literals > (size_t)(end - out))
            return false;
        memcpy(out, p.at, literals);
        out += literals;
        p.at += literals;
        if (p.at == p.end) break;
        size_t back = next_byte(&p);
        back |= (size_t)next_byte(&p) << 8;
        size_t match = length(&p, token & 15) + 4;
        if (!back || back > (size_t)(out - to) || match > (size_t)(end - out))
            return false;
        for (; match; match--, out++) // it may overlap what it makes
            *out = out[-(ptrdiff_t)back];
    }
    return !p.bad && out == end;
}

// ---- zstd

typedef size_t Decompress(void *to, size_t room, const void *from, size_t n);

bool unpack_zstd(const uint8_t *from, size_t packed, uint8_t *to, size_t n) {
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    Decompress *fn = NULL;
    if (library) *(void **)&fn = dlsym(library, "ZSTD_decompress");
    bool ok = fn && fn(to, n, from, packed) == n;
    if (library) dlclose(library);
    return ok;
}
