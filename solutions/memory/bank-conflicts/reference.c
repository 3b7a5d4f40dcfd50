// bank-conflicts: three permutations of each tile.
void reference(const float *in, double *columns, double *diagonals,
               double *butterflies, int tiles);

enum { SIDE = 32 };

void reference(const float *in, double *columns, double *diagonals,
               double *butterflies, int tiles) {
    for (int t = 0; t < tiles; t++)
        for (int d = 0; d < SIDE; d++)
            for (int r = 0; r < SIDE; r++) {
                const float *row = in + ((long long)t * SIDE + r) * SIDE;
                *columns++ = row[d];
                *diagonals++ = row[(r + d) % SIDE];
                *butterflies++ = row[r ^ d];
            }
}
