// One element of raw bytes, as a double.
#ifndef GATE_ELEMENT_H
#define GATE_ELEMENT_H

#include "base/half.h"
#include "plan/plan.h"

// Element i of data.
static inline double element_value(ElemType type, const void *data, int64_t i) {
    switch (type) {
    case ELEM_F32: return ((const float *)data)[i];
    case ELEM_F64: return ((const double *)data)[i];
    case ELEM_F16: return half_value(((const uint16_t *)data)[i]);
    case ELEM_B16: return bfloat_value(((const uint16_t *)data)[i]);
    case ELEM_I8: return ((const int8_t *)data)[i];
    case ELEM_U8: return ((const uint8_t *)data)[i];
    case ELEM_I16: return ((const int16_t *)data)[i];
    case ELEM_U16: return ((const uint16_t *)data)[i];
    case ELEM_I32: return ((const int32_t *)data)[i];
    case ELEM_U32: return ((const uint32_t *)data)[i];
    case ELEM_I64: return (double)((const int64_t *)data)[i];
    case ELEM_U64: return (double)((const uint64_t *)data)[i];
    case ELEM_COUNT: break;
    }
    unreachable();
}

// Stores v as element i of out.
#define ELEMENT_STORE(T) ((T *)out)[i] = (T)v
static inline void element_store(void *out, ElemType type, size_t i, double v) {
    switch (type) {
    case ELEM_F32: ELEMENT_STORE(float); break;
    case ELEM_F64: ELEMENT_STORE(double); break;
    case ELEM_F16: ((uint16_t *)out)[i] = half_of(v); break;
    case ELEM_B16: ((uint16_t *)out)[i] = bfloat_of(v); break;
    case ELEM_I8: ELEMENT_STORE(int8_t); break;
    case ELEM_U8: ELEMENT_STORE(uint8_t); break;
    case ELEM_I16: ELEMENT_STORE(int16_t); break;
    case ELEM_U16: ELEMENT_STORE(uint16_t); break;
    case ELEM_I32: ELEMENT_STORE(int32_t); break;
    case ELEM_U32: ELEMENT_STORE(uint32_t); break;
    case ELEM_I64: ELEMENT_STORE(int64_t); break;
    case ELEM_U64: ELEMENT_STORE(uint64_t); break;
    case ELEM_COUNT: unreachable();
    }
}
#undef ELEMENT_STORE

// The nearest value that the type has; integers as they are.
static inline double element_round(ElemType type, double v) {
    switch (type) {
    case ELEM_F32: return (float)v;
    case ELEM_F16: return half_value(half_of(v));
    case ELEM_B16: return bfloat_value(bfloat_of(v));
    default: return v;
    }
}

// The type in torch's and NumPy's words.
static inline const char *elem_dtype(ElemType t) {
    static const char *const names[ELEM_COUNT] = {
        [ELEM_F32] = "float32",  [ELEM_F64] = "float64", [ELEM_F16] = "float16",
        [ELEM_B16] = "bfloat16", [ELEM_I8] = "int8",     [ELEM_U8] = "uint8",
        [ELEM_I16] = "int16",    [ELEM_U16] = "uint16",  [ELEM_I32] = "int32",
        [ELEM_U32] = "uint32",   [ELEM_I64] = "int64",   [ELEM_U64] = "uint64",
    };
    return names[t];
}

#endif
