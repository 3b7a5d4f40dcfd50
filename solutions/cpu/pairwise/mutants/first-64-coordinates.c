// rejected by: case (adds up the first 64 coordinates)
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { ROOM = 64 };

// Squared distances of all x (n by dim) to all y (m by dim): 4 by 16 at a time.
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    float panel[ROOM * 16];
    int depth = dim < ROOM ? dim : ROOM;
    for (int j = 0; j < m; j += 16) {
        int wide = m - j < 16 ? m - j : 16;
        for (int k = 0; k < depth; k++)
            for (int q = 0; q < 16; q++)
                panel[k * 16 + q] = q < wide ? y[(long)(j + q) * dim + k] : 0;
        for (int i = 0; i < n; i += 4) {
            int high = n - i < 4 ? n - i : 4;
            const float *r0 = x + (long)i * dim;
            const float *r1 = high > 1 ? r0 + dim : r0;
            const float *r2 = high > 2 ? r1 + dim : r0;
            const float *r3 = high > 3 ? r2 + dim : r0;
            Eight s[4][2] = {0};
            for (int k = 0; k < depth; k++) {
                const Eight *p = (const Eight *)(panel + k * 16);
                Eight t;
                t = r0[k] - p[0], s[0][0] += t * t;
                t = r0[k] - p[1], s[0][1] += t * t;
                t = r1[k] - p[0], s[1][0] += t * t;
                t = r1[k] - p[1], s[1][1] += t * t;
                t = r2[k] - p[0], s[2][0] += t * t;
                t = r2[k] - p[1], s[2][1] += t * t;
                t = r3[k] - p[0], s[3][0] += t * t;
                t = r3[k] - p[1], s[3][1] += t * t;
            }
            for (int r = 0; r < high; r++) {
                float *to = d + (long)(i + r) * m + j;
                if (wide == 16) {
                    ((Eight *)to)[0] = s[r][0];
                    ((Eight *)to)[1] = s[r][1];
                } else
                    for (int q = 0; q < wide; q++)
                        to[q] = s[r][q / 8][q % 8];
            }
        }
    }
}
