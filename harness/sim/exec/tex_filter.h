// From coordinates to what a texture gives: address modes, texels, weights.
// CUDA Programming Guide, "Texture Fetching"; what that leaves open is as an
// H200 does it.
#ifndef SIM_TEX_FILTER_H
#define SIM_TEX_FILTER_H

#include "sim/exec/tex.h"

typedef struct Weighted { // one dimension: texel i with 1 - a, texel j with a
    int64_t i, j;         // -1: the border
    float a;
} Weighted;

typedef union Texel {
    float f[4];
    uint32_t u[4];
} Texel;

typedef struct Lookup { // of one lane
    Weighted x, y, z;
} Lookup;

// The texels around coordinate x, one of n in its dimension, as the address
// mode has them; linear: the two to be mixed, else the one it lies in.
Weighted tex_texels(float x, int64_t n, TexAddress mode, bool normalised,
                    bool linear);
// The same for an integer coordinate. linear: of linear memory, where what
// lies outside is the border whatever the mode.
Weighted tex_exactly(int32_t x, int64_t n, TexAddress mode, bool linear);
// One texel; base: the host's address of the image. Any index -1: the border.
Texel tex_read(const TexRecord *t, const uint8_t *base, int64_t x, int64_t y,
               int64_t z);
// The texels around, mixed by their weights in 1 to 3 dimensions.
Texel tex_filtered(const TexRecord *t, const uint8_t *base, const Lookup *k,
                   int dims);

#endif
