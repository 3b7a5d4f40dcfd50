#include "sim/mem/tensor.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAGIC = 0x6b617461, BOX_MOST = 256, STEP_MOST = 8, ALIGN = 16 };
#define STRIDE_MOST (1ull << 40)
#define DIM_MOST    (1ull << 32)

static_assert(sizeof(TensorMap) <= TENSOR_MAP_BYTES, "a map is a CUtensorMap");

static const uint8_t bytes_of[TENSOR_TYPES] = {
    [TENSOR_U8] = 1,  [TENSOR_U16] = 2,  [TENSOR_U32] = 4, [TENSOR_S32] = 4,
    [TENSOR_U64] = 8, [TENSOR_S64] = 8,  [TENSOR_F16] = 2, [TENSOR_F32] = 4,
    [TENSOR_F64] = 8, [TENSOR_BF16] = 2,
};

// ---- what the driver refuses

#define REFUSE(...) (snprintf(why, n, __VA_ARGS__), TENSOR_BAD)

static TensorFault check_dimension(const TensorSpec *s, unsigned i, char *why,
                                   size_t n) {
    if (!s->dim[i] || s->dim[i] > DIM_MOST)
        return REFUSE("globalDim[%u] is %llu: a tensor has from 1 to 2^32 "
                      "elements along a dimension",
                      i, (unsigned long long)s->dim[i]);
    if (!s->box[i] || s->box[i] > BOX_MOST)
        return REFUSE("boxDim[%u] is %u: a box has from 1 to %d elements along "
                      "a dimension",
                      i, s->box[i], BOX_MOST);
    if (!s->step[i] || s->step[i] > STEP_MOST)
        return REFUSE("elementStrides[%u] is %u: from 1 to %d are possible", i,
                      s->step[i], STEP_MOST);
    if (!i) return TENSOR_GOOD;
    unsigned long long stride = s->stride[i - 1];
    if (stride % ALIGN || stride >= STRIDE_MOST)
        return REFUSE("globalStrides[%u] is %llu bytes: it must be a multiple "
                      "of %d, and less than 2^40",
                      i - 1, stride, ALIGN);
    return TENSOR_GOOD;
}

static TensorFault check_box(const TensorSpec *s, char *why, size_t n) {
    uint32_t size = bytes_of[s->type], row = s->box[0] * size;
    uint32_t span = 16u << s->swizzle;
    if (row % ALIGN)
        return REFUSE("boxDim[0] is %u elements of %u bytes, %u bytes: a row "
                      "of the box must be a multiple of %d bytes",
                      s->box[0], size, row, ALIGN);
    if (s->swizzle && row > span)
        return REFUSE("boxDim[0] is %u bytes: with a swizzle of %u bytes a row "
                      "of the box has at most %u",
                      row, span, span);
    return TENSOR_GOOD;
}

static bool is_float(int type) {
    return type == TENSOR_F16 || type == TENSOR_F32 || type == TENSOR_F64 ||
           type == TENSOR_BF16;
}

static TensorFault check(const TensorSpec *s, char *why, size_t n) {
    if (!s->rank || s->rank > TENSOR_RANK)
        return REFUSE("tensorRank is %u: a tensor has from 1 to %d dimensions",
                      s->rank, TENSOR_RANK);
    if (s->base % ALIGN)
        return REFUSE("globalAddress is 0x%llx: it must be a multiple of %d",
                      (unsigned long long)s->base, ALIGN);
    for (unsigned i = 0; i < s->rank; i++) {
        TensorFault e = check_dimension(s, i, why, n);
        if (e) return e;
    }
    if (s->fill && !is_float(s->type))
        return REFUSE("oobFill asks for NaN, which elements of this type do "
                      "not have");
    return check_box(s, why, n);
}

static const char *unknown(const TensorSpec *s) {
    if (s->type < 0 || s->type >= TENSOR_TYPES)
        return "tensor maps of elements that are converted or packed";
    if (s->interleave) return "tensor maps with an interleaved layout";
    if (s->swizzle < 0 || s->swizzle > 3)
        return "a swizzle of 32 or 64 bytes at a time";
    return NULL;
}

TensorFault tensor_map_make(const TensorSpec *s, TensorMap *out, char *why,
                            size_t n) {
    const char *missing = unknown(s);
    if (missing) {
        snprintf(why, n, "%s", missing);
        return TENSOR_UNKNOWN;
    }
    TensorFault e = check(s, why, n);
    if (e) return e;
    memset(out, 0, TENSOR_MAP_BYTES);
    out->magic = MAGIC;
    out->rank = (uint8_t)s->rank;
    out->type = (uint8_t)s->type;
    out->swizzle = (uint8_t)s->swizzle;
    out->nan_fill = s->fill;
    out->base = s->base;
    out->stride[0] = bytes_of[s->type];
    for (unsigned i = 0; i < s->rank; i++) {
        // dimension 0 has no steps
        uint32_t step = i ? s->step[i] : 1;
        if (i) out->stride[i] = s->stride[i - 1];
        out->most[i] = (uint32_t)(s->dim[i] - 1);
        out->box[i] = (uint16_t)((s->box[i] + step - 1) / step);
        out->step[i] = (uint8_t)step;
    }
    return TENSOR_GOOD;
}

// ---- geometry

bool tensor_map_is_good(const TensorMap *m) {
    return m->magic == MAGIC && m->rank && m->rank <= TENSOR_RANK &&
           m->type < TENSOR_TYPES;
}

int tensor_element_bytes(const TensorMap *m) {
    return bytes_of[m->type];
}

uint32_t tensor_box_rows(const TensorMap *m) {
    uint32_t rows = 1;
    for (int i = 1; i < m->rank; i++)
        rows *= m->box[i];
    return rows;
}

uint32_t tensor_box_bytes(const TensorMap *m) {
    return tensor_box_rows(m) * m->box[0] * bytes_of[m->type];
}

TensorRow tensor_row(const TensorMap *m, const int32_t *c, uint32_t i) {
    uint32_t size = bytes_of[m->type];
    TensorRow r = {.to = i * m->box[0] * size, .at = m->base};
    for (int k = 1; k < m->rank; k++) {
        int64_t at = c[k] + (int64_t)(i % m->box[k]) * m->step[k];
        i /= m->box[k];
        if (at < 0 || at > m->most[k]) return r;
        r.at += (uint64_t)at * m->stride[k];
    }
    int64_t first = c[0] < 0 ? 0 : c[0], end = (int64_t)c[0] + m->box[0];
    end = min_of(end, (int64_t)m->most[0] + 1);
    if (first >= end) return r;
    r.before = (uint32_t)(first - c[0]) * size;
    r.inside = (uint32_t)(end - first) * size;
    r.at += (uint64_t)first * size;
    return r;
}
