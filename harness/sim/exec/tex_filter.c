// Coordinates, texels and weights:
//
//   x 0.0   0.5   1.0   1.5   2.0     coordinates, not normalised
//     |  texel 0  |  texel 1  |
//           +-- a --+                 linear: weights 1 - a and a, where a is
//                                     x - 0.5 less its floor, in 1/256
#include "sim/exec/tex_filter.h"

#include "sim/exec/arith.h"

#include <math.h>
#include <string.h>

// ---- from a coordinate to a texel

// Texel i of n as the address mode has it, -1 for the border.
static int64_t wrap_texel(int64_t i, int64_t n, TexAddress mode) {
    switch (mode) {
    case TEX_WRAP: return ((i % n) + n) % n;
    case TEX_BORDER: return i < 0 || i >= n ? -1 : i;
    default: return i < 0 ? 0 : i >= n ? n - 1 : i;
    }
}

// A coordinate in texels, folded into [0, n] where the mode repeats.
static double fold(double x, int64_t n, TexAddress *mode, bool normalised) {
    if (!normalised) {
        if (*mode != TEX_BORDER) *mode = TEX_CLAMP;
        return x;
    }
    if (*mode == TEX_WRAP) {
        x -= floor(x);
    } else if (*mode == TEX_MIRROR) {
        double turn = floor(x);
        x = fmod(turn, 2) != 0 ? 1 - (x - turn) : x - turn;
    }
    return x * (double)n;
}

static double limited(double x) { // what an int64_t can hold; a NaN is 0
    if (x != x) return 0;
    return x > -1e9 ? x < 1e9 ? x : 1e9 : -1e9;
}

Weighted tex_texels(float x, int64_t n, TexAddress mode, bool normalised,
                    bool linear) {
    double at = limited(fold(limited(x), n, &mode, normalised));
    Weighted w = {.a = 0};

    if (linear) {
        int64_t fixed = (int64_t)floor((at - 0.5) * 256 + 0.5);
        w.i = fixed >> 8;
        w.a = (float)(fixed & 255) / 256;
    } else {
        w.i = (int64_t)floor(at);
    }
    w.j = wrap_texel(w.i + 1, n, mode);
    w.i = wrap_texel(w.i, n, mode);
    return w;
}

// ---- texels

static uint32_t channel(const TexImage *im, const uint8_t *p, bool normalise) {
    int bits = im->format.bits[0];
    uint32_t v = 0;
    memcpy(&v, p, (size_t)bits / 8);

    if (im->format.kind == CHANNEL_FLOAT)
        return bits == 16 ? bits_of_float(float_of_half(v)) : v;
    if (im->format.kind == CHANNEL_UNSIGNED)
        return normalise ? bits_of_float((float)v / (float)((1u << bits) - 1))
                         : v;
    int32_t s = (int32_t)(v << (32 - bits)) >> (32 - bits);
    if (!normalise) return (uint32_t)s;
    return bits_of_float(fmaxf((float)s / (float)((1 << (bits - 1)) - 1), -1));
}

// A channel that is not there is 0, as an H200 has it, the fourth too.
Texel tex_read(const TexRecord *t, const uint8_t *base, int64_t x, int64_t y,
               int64_t z) {
    const TexImage *im = &t->image;
    bool normalise = t->how.read == 1;
    bool floats = im->format.kind == CHANNEL_FLOAT || normalise;
    Texel v = {.u = {0}};

    if (x < 0 || y < 0 || z < 0) {
        memcpy(v.f, t->how.border, sizeof v.f);
        if (!floats)
            for (int c = 0; c < 4; c++)
                v.u[c] = (uint32_t)(int32_t)v.f[c];
        return v;
    }
    const uint8_t *p = base + (uint64_t)z * im->slice +
                       (uint64_t)y * im->pitch + (uint64_t)x * im->texel;
    for (uint32_t c = 0; c < im->channels; c++)
        v.u[c] = channel(im, p + c * im->texel / im->channels, normalise);
    return v;
}

static void add_scaled(Texel *sum, const Texel *t, float by) {
    for (int c = 0; c < 4; c++)
        sum->f[c] += t->f[c] * by;
}

// Weights of the corners in 1/256, that together are 1: an H200 splits what a
// row or a plane has between two texels, and rounds the part of the second.
static void split(int32_t whole, float a, int32_t part[2]) {
    part[1] = (whole * (int32_t)(a * 256) + 128) >> 8;
    part[0] = whole - part[1];
}

static void corner_weights(const Lookup *k, int dims, int32_t weight[8]) {
    int32_t x[2], y[2], both;

    memset(weight, 0, 8 * sizeof *weight);
    split(256, k->x.a, x);
    split(256, dims > 1 ? k->y.a : 0, y);
    both = (x[1] * y[1] + 128) >> 8;
    weight[3] = both;
    weight[1] = x[1] - both;
    weight[2] = y[1] - both;
    weight[0] = x[0] - weight[2];
    for (int i = 0; dims > 2 && i < 4; i++) {
        int32_t z[2];
        split(weight[i], k->z.a, z);
        weight[i] = z[0];
        weight[i + 4] = z[1];
    }
}

Texel tex_filtered(const TexRecord *t, const uint8_t *base, const Lookup *k,
                   int dims) {
    Texel sum = {.f = {0}};
    int32_t weight[8];

    corner_weights(k, dims, weight);
    for (int corner = 0; corner < 1 << dims; corner++) {
        bool dx = corner & 1, dy = corner & 2, dz = corner & 4;
        if (weight[corner] == 0) continue;
        Texel v = tex_read(t, base, dx ? k->x.j : k->x.i,
                           dims > 1 && dy ? k->y.j : k->y.i,
                           dims > 2 && dz ? k->z.j : k->z.i);
        add_scaled(&sum, &v, (float)weight[corner] / 256);
    }
    return sum;
}

// Integer coordinates are texels; what lies outside is the border's.
Weighted tex_exactly(int32_t x, int64_t n, TexAddress mode, bool linear) {
    bool outside = x < 0 || x >= n;

    if (linear || mode == TEX_BORDER)
        return (Weighted){outside ? -1 : x, -1, 0};
    return (Weighted){wrap_texel(x, n, TEX_CLAMP), -1, 0};
}
