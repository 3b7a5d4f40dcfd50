// Numbers of any PTX type, exactly, and rounding them to any other.
//
// The slow and certain way: every conversion can be done here, one value at a
// time with integers only. exec/cvt.c has loops for the common ones.
#ifndef SIM_EXACT_H
#define SIM_EXACT_H

#include "sim/ptx/isa.h"

typedef enum Rounding {
    ROUND_NEAREST, // ties to even
    ROUND_ZERO,
    ROUND_DOWN,
    ROUND_UP,
    ROUND_AWAY, // to nearest, ties away from zero
} Rounding;

typedef struct Exact { // (-1)^negative * m * 2^e
    bool negative, is_nan, is_inf;
    uint64_t m;
    int e;
} Exact;

// The number that the bits are; of a packed type, its lower element. Integers
// are extended as their type says.
Exact exact_of(uint64_t bits, Type t);

// The bits of x in a float type (tf32: of a float). Overflow gives infinity or
// the largest number, as the direction says, or, if `finite`, the largest.
uint64_t exact_to_float(Exact x, Type t, Rounding r, bool finite);

// Rounds x to an integer.
Exact exact_round(Exact x, Rounding r);

// The bits of x in an integer type of at most 64 bits, rounded and clamped.
// A NaN gives what PTX says: 0, or the sign bit alone if `nan_is_sign`.
uint64_t exact_to_int(Exact x, Type t, Rounding r, bool nan_is_sign);

#endif
