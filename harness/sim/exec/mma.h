// The arithmetic of a tensor core: one multiply-add of small matrices, D = A B
// + C.
//
// The unit of everything is the core: eight rows of one operand by four
// registers, a register of every lane. PTX spreads all its fragments so
// ("Matrix Fragments for mma"), whatever the type:
//
//                   4e columns, e elements to a register
//                 +--------+--------+--------+--------+
//     row 0       | lane 0 | lane 1 | lane 2 | lane 3 |
//     row 1       | lane 4 | lane 5 |  ...            |     A: rows are rows of
//     A,
//       ...       |                                   |     B: columns of B,
//     row 7       | lane 28| ...             | lane 31|     D: rows of D
//                 +--------+--------+--------+--------+
//
// so that one register of a warp is an 8 by 4e matrix, row after row, as it
// lies in Lanes. A of 16 rows has the cores of rows 0-7, rows 8-15, then the
// next 4e columns; B has the cores of its columns 0-7 along k; a core of C and
// D is 8 by 8, in two registers of 32 bits (even columns, odd columns) or one
// of halves.
#ifndef SIM_MMA_H
#define SIM_MMA_H

#include "sim/ptx/isa.h"

enum { MMA_N = 8, MMA_CORES = 8 };

typedef struct MmaTile {
    uint8_t rows; // of A: 8 or 16
    uint16_t k;
    uint8_t block; // products that are added at once, if fewer than usual
    Type a, b, c, d;
    bool satfinite; // integers are clamped
    bool is_and;    // single bits: and, not xor
} MmaTile;

// The registers of all lanes, Lanes or (f64) Lanes64, borrowed.
typedef struct MmaRegs {
    const void *a[MMA_CORES], *b[MMA_CORES / 2], *c[4];
    void *d[4]; // not the same as any of the others
} MmaRegs;

// Registers that an operand of `rows` rows by k elements of type t takes.
static inline int mma_registers(int rows, int k, Type t) {
    int wide = t == TYPE_F64 ? 4 : 128 / type_bits(t); // columns of a core

    return rows / 8 * (k / wide);
}

// Multiplies and adds as a GPU of compute capability cc / 10 does.
void mma_tile(const MmaTile *t, const MmaRegs *r, int cc);

// The parts (mma_float.c, mma_exact.c).
void mma_floats(const MmaTile *t, const MmaRegs *r, int cc);

// The same with an A that keeps two of four columns: element i of a row stands
// in column pick[row][i] of 2 k. B has 2 k rows.
typedef uint8_t MmaPick[16][16];
void mma_picked(const MmaTile *t, const MmaRegs *r, const MmaPick pick, int cc);

// How the sums of products round.
typedef struct MmaSum {
    int block; // products that are added at once
    int bits;  // of a term, behind the place of the largest exponent
} MmaSum;
MmaSum mma_sum_of(const MmaTile *t, int cc);
// c + the sum of a[i] * b[i * MMA_N], as the hardware adds: mma_float.c says
// how. If `odd`, what is cut off shows as an odd last place of the result.
float mma_dot(const float *a, const float *b, float c, int n, int bits,
              bool odd);

#endif
