// See local.h.
#include "sim/access/local.h"

#include "sim/core/frame.h"

#include <string.h>

static uint64_t read_raw(const uint8_t *p, int size) {
    uint64_t v = 0;

    switch (size) { // copies of a known size are single instructions
    case 1: memcpy(&v, p, 1); break;
    case 2: memcpy(&v, p, 2); break;
    default: memcpy(&v, p, 4); break;
    }
    return v;
}

static uint64_t local_extend(uint64_t raw, const MemOp *op) {
    int gap = 64 - 8 * op->size;

    return op->is_signed ? (uint64_t)((int64_t)(raw << gap) >> gap) : raw;
}

static void put(Warp *w, const MemOp *op, int v, int l, uint64_t raw) {
    uint64_t value = local_extend(raw, op);

    if (op->reg_bits == 64)
        unit64(w, op->reg[v])->u64[l] = value;
    else
        unit(w, op->reg[v])->u32[l] =
            op->reg_bits == 16 ? (uint16_t)value : (uint32_t)value;
}

static uint64_t local_take(const Warp *w, const MemOp *op, int v, int l) {
    if (op->reg_bits == 64) return unit64(w, op->reg[v])->u64[l];
    return unit(w, op->reg[v])->u32[l];
}

// One aligned word per lane, into 32-bit registers or out of them.
static bool is_row(const Access *a) {
    return a->shape == SHAPE_LINE && a->stride == 0;
}

static void load_words(const Access *a, const uint8_t *local, uint32_t *d,
                       uint64_t offset) {
    if (is_row(a)) {
        const uint32_t *row = (const uint32_t *)(const void *)local_word(
            (uint8_t *)local, 0, a->first + offset);
        uint32_t lanes = a->lanes;
        VECTOR_LOOP
        LANES
            d[l] = lanes >> l & 1 ? row[l] : d[l];
        return;
    }
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        memcpy(&d[l], local_word((uint8_t *)local, l, a->at[l] + offset), 4);
    }
}

static void store_words(const Access *a, uint8_t *local, const uint32_t *s,
                        uint64_t offset) {
    if (is_row(a)) {
        uint32_t *row =
            (uint32_t *)(void *)local_word(local, 0, a->first + offset);
        uint32_t lanes = a->lanes;
        VECTOR_LOOP
        LANES
            row[l] = lanes >> l & 1 ? s[l] : row[l];
        return;
    }
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        memcpy(local_word(local, l, a->at[l] + offset), &s[l], 4);
    }
}

void local_load(Warp *w, const MemOp *op, const Access *a,
                const uint8_t *local) {
    for (int v = 0; v < op->nreg; v++) {
        uint64_t offset = (uint64_t)v * op->size;
        if (op->size == 4 && op->reg_bits == 32) {
            load_words(a, local, unit(w, op->reg[v])->u32, offset);
            continue;
        }
        for (uint32_t m = a->lanes; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            const uint8_t *p =
                local_word((uint8_t *)local, l, a->at[l] + offset);
            uint64_t raw = read_raw(p, min_of(op->size, 4));
            if (op->size == 8) raw |= read_raw(p + WARP_SIZE * 4, 4) << 32;
            put(w, op, v, l, raw);
        }
    }
}

static void write_raw(uint8_t *p, uint64_t v, int size) {
    switch (size) {
    case 1: memcpy(p, &v, 1); break;
    case 2: memcpy(p, &v, 2); break;
    default: memcpy(p, &v, 4); break;
    }
}

void local_store(const Warp *w, const MemOp *op, const Access *a,
                 uint8_t *local) {
    for (int v = 0; v < op->nreg; v++) {
        uint64_t offset = (uint64_t)v * op->size;
        if (op->size == 4 && op->reg_bits == 32) {
            store_words(a, local, unit(w, op->reg[v])->u32, offset);
            continue;
        }
        for (uint32_t m = a->lanes; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            uint8_t *p = local_word(local, l, a->at[l] + offset);
            uint64_t value = local_take(w, op, v, l);
            write_raw(p, value, min_of(op->size, 4));
            if (op->size == 8) write_raw(p + WARP_SIZE * 4, value >> 32, 4);
        }
    }
}
