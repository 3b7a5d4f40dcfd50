// Helpers of the float handlers: modifiers as a set, min and max, saturation,
// and rounding in a direction.
#ifndef SIM_FLOAT_H
#define SIM_FLOAT_H

#include "sim/exec/arith.h"
#include "sim/exec/forms.h"

#include <fenv.h>

enum { // modifiers, as bits; the first four are the directions
    FM_RN = 1,
    FM_RZ = 2,
    FM_RM = 4,
    FM_RP = 8,
    FM_ROUND = 15,
    FM_FTZ = 16,
    FM_SAT = 32,
    FM_APPROX = 64,
    FM_FULL = 128,
    FM_NAN = 256, // min, max: a NaN wins
    FM_RELU = 512,
    FM_UNKNOWN = 1024,
};

unsigned float_mods(const Stmt *s);

// PTX rounds to nearest unless it says otherwise; other directions are a mode
// of this machine, set around one call. The call goes through a pointer that
// the compiler cannot see through, so that no arithmetic moves out of it.
void round_call(unsigned mods, void (*fn)(void *), void *work);

// NaNs lose unless both are; -0 is less than +0. Both zeros compare equal, and
// then the sign bits decide.
static inline float min_f32(float a, float b) {
    float zero = float_of_bits(bits_of_float(a) | bits_of_float(b));
    float less = ((a < b) | (b != b)) ? a : b;
    return a == b ? zero : less;
}
static inline float max_f32(float a, float b) {
    float zero = float_of_bits(bits_of_float(a) & bits_of_float(b));
    float more = ((a > b) | (b != b)) ? a : b;
    return a == b ? zero : more;
}
static inline double min_f64(double a, double b) {
    double zero = double_of_bits(bits_of_double(a) | bits_of_double(b));
    double less = ((a < b) | (b != b)) ? a : b;
    return a == b ? zero : less;
}
static inline double max_f64(double a, double b) {
    double zero = double_of_bits(bits_of_double(a) & bits_of_double(b));
    double more = ((a > b) | (b != b)) ? a : b;
    return a == b ? zero : more;
}
// Of a NaN either way there is nothing to choose: the sum is a NaN.
#define NAN_WINS(r) (((a != a) | (b != b)) ? a + b : (r))

// To [0, 1]; a NaN becomes 0.
static inline float saturate(float v) {
    float low = v > 0 ? v : 0;
    return low < 1 ? low : 1;
}

static inline float abs_f32(float a) {
    return float_of_bits(bits_of_float(a) & 0x7fffffffu);
}
static inline float neg_f32(float a) {
    return float_of_bits(bits_of_float(a) ^ 0x80000000u);
}

#endif
