// Tensor maps (CUtensorMap): a tensor of global memory and the box of it that
// one copy moves, described once by the host. CUDA Driver API, "Tensor Map
// Object Management"; PTX ISA, "Tensors".
//
//   global memory, dimension 0 innermost          shared memory
//
//     .  .  .  .  .  .                            a b c d      rows of the box,
//     .  a  b  c  d  .      box {4, 2}     ->     e f g h      one after the
//     .  e  f  g  h  .      at (1, 1)                          other
//
// Elements of the box that lie outside the tensor are zero in shared memory,
// and are left out by a copy back. With a swizzle the 16 bytes at an address
// trade places, by address bits above them.
//
// The hardware's 128 bytes are a secret of NVIDIA; those here are ours. Nobody
// but the driver and the copies looks into them.
#ifndef SIM_TENSOR_H
#define SIM_TENSOR_H

#include "base/base.h"

enum {
    TENSOR_RANK = 5,
    TENSOR_MAP_BYTES = 128,
    TENSOR_MAP_ALIGN = 64,
    TENSOR_TO_ALIGN = 128, // of a box in shared memory
};

// CUtensorMapDataType, as far as they are simulated.
typedef enum TensorType {
    TENSOR_U8,
    TENSOR_U16,
    TENSOR_U32,
    TENSOR_S32,
    TENSOR_U64,
    TENSOR_S64,
    TENSOR_F16,
    TENSOR_F32,
    TENSOR_F64,
    TENSOR_BF16,
    TENSOR_TYPES,
} TensorType;

// The arguments of cuTensorMapEncodeTiled. Arrays: dimension 0 first.
typedef struct TensorSpec {
    int type;
    unsigned rank;
    uint64_t base;           // address
    const uint64_t *dim;     // [rank] elements
    const uint64_t *stride;  // [rank - 1] bytes, of dimensions 1 and up
    const uint32_t *box;     // [rank] elements
    const uint32_t *step;    // [rank] of the box, every how many-th element
    int interleave, swizzle; // 0: none
    int promotion, fill;
} TensorSpec;

typedef struct TensorMap {
    uint32_t magic;
    uint8_t rank, type;
    uint8_t swizzle; // 0: none; else 16 << swizzle bytes are a span
    bool nan_fill;
    uint64_t base;
    uint64_t stride[TENSOR_RANK]; // [0] is an element's bytes
    uint32_t most[TENSOR_RANK];   // the last element of each dimension
    uint16_t box[TENSOR_RANK];    // elements that are copied
    uint8_t step[TENSOR_RANK];
} TensorMap;

// The verdict on a TensorSpec.
typedef enum TensorFault {
    TENSOR_GOOD,
    TENSOR_BAD,     // the driver refuses it
    TENSOR_UNKNOWN, // not simulated
} TensorFault;

// Makes the map. Otherwise why, of n bytes, gets a sentence without its full
// stop.
TensorFault tensor_map_make(const TensorSpec *s, TensorMap *out, char *why,
                            size_t n);
bool tensor_map_is_good(const TensorMap *m);

int tensor_element_bytes(const TensorMap *m);
// Bytes of a box in shared memory, and how many rows along dimension 0 it has.
uint32_t tensor_box_bytes(const TensorMap *m);
uint32_t tensor_box_rows(const TensorMap *m);

// A row of the box: what of it lies inside the tensor.
typedef struct TensorRow {
    uint32_t to;     // offset in the box
    uint32_t before; // bytes outside the tensor, at its beginning
    uint32_t inside; // bytes; 0: none
    uint64_t at;     // address of the first
} TensorRow;

// Row i of the box at coordinates c[rank].
TensorRow tensor_row(const TensorMap *m, const int32_t *c, uint32_t i);

// The address of the byte of shared memory that would be at `address` without
// the swizzle.
static inline uint32_t tensor_swizzled(unsigned swizzle, uint32_t address) {
    return address ^ ((address >> 7 & ((1u << swizzle) - 1)) << 4);
}

// A box on its way into shared memory: the map as it was when the copy was
// issued, and the place.
typedef struct TensorBox {
    TensorMap map;
    int32_t at[TENSOR_RANK];
} TensorBox;

#endif
