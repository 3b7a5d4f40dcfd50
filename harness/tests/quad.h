// Exact arithmetic for tests: 113 bits, with operands kept near enough to each
// other that sums and products of theirs fit.
#ifndef TESTS_QUAD_H
#define TESTS_QUAD_H

#include <math.h>

#if defined(__x86_64__)
typedef __float128 Quad;
#else
typedef long double Quad; // 128 bits on arm64
#endif

typedef enum Direction { NEAREST, ZERO, DOWN, UP } Direction;

// x in single precision, rounded in a direction, found by looking at the
// neighbours of the nearest.
static inline float quad_to_float(Quad x, Direction d) {
    float near = (float)x;
    Quad q = near;
    bool down = d == DOWN || (d == ZERO && x > 0);
    bool up = d == UP || (d == ZERO && x < 0);
    if (down && q > x) return nextafterf(near, -INFINITY);
    return up && q < x ? nextafterf(near, INFINITY) : near;
}
static inline double quad_to_double(Quad x, Direction d) {
    double near = (double)x;
    Quad q = near;
    bool down = d == DOWN || (d == ZERO && x > 0);
    bool up = d == UP || (d == ZERO && x < 0);
    if (down && q > x) return nextafter(near, -(double)INFINITY);
    return up && q < x ? nextafter(near, (double)INFINITY) : near;
}

#endif
