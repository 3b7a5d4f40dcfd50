#include "transpose_reference.h"

#include <stdio.h>
#include <string.h>

// Twice is the same matrix again, if rows and columns are not mixed up.
int main(void) {
    enum { ROWS = 5, COLS = 3 };
    float in[ROWS * COLS], out[ROWS * COLS * 2] = {0}, back[ROWS * COLS * 2] = {0};
    for (int i = 0; i < ROWS * COLS; i++)
        in[i] = (float)i;
    transpose_all(in, out, ROWS, COLS);
    transpose_all(out, back, COLS, ROWS);
    int ok = !memcmp(in, back, sizeof in) && out[1] == in[COLS];
    puts(ok ? "transpose: ok" : "transpose: wrong");
    return !ok;
}
