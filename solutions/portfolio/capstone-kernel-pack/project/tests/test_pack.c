// Each operation by a property that its formula has, not by its own numbers.
#include "kernelpack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int ok, const char *what) {
    if (!ok) printf("wrong: %s\n", what);
    wrong += !ok;
}

static int near(double a, double b) {
    return fabs(a - b) <= 1e-3 * (1 + fabs(b));
}

static void softmax(void) {
    float x[6] = {1000, 1001, 999, -INFINITY, -INFINITY, -INFINITY}, y[6];
    expect(kp_softmax(x, y, 2, 3) == KP_OK, "softmax: status");
    expect(near(y[0] + y[1] + y[2], 1) && near(y[1] / y[0], exp(1)), "softmax: large numbers");
    expect(y[3] == 0 && y[4] == 0 && y[5] == 0, "softmax: a masked row");
    expect(kp_softmax(NULL, y, 1, 1) == KP_BAD_ARGUMENT, "softmax: NULL");
    expect(kp_softmax(NULL, NULL, 0, 5) == KP_OK, "softmax: no rows");
}

// The slope of sum(y * dy) by differences.
static void layernorm(void) {
    enum { ROWS = 2, COLS = 5 };
    float x[ROWS * COLS], dy[ROWS * COLS], gain[COLS], shift[COLS];
    float y[ROWS * COLS], dx[ROWS * COLS], dgain[COLS], dshift[COLS];
    for (int i = 0; i < ROWS * COLS; i++)
        x[i] = sinf(3 * i), dy[i] = cosf(2 * i);
    for (int c = 0; c < COLS; c++)
        gain[c] = 1 + 0.1f * c, shift[c] = 0.2f * c;
    kp_layernorm_backward(x, gain, dy, 0.01f, dx, dgain, dshift, ROWS, COLS);
    for (int i = 0; i < ROWS * COLS; i++) {
        double slope = 0;
        for (int side = -1; side <= 1; side += 2) {
            float moved[ROWS * COLS];
            memcpy(moved, x, sizeof x);
            moved[i] += side * 0.01f;
            kp_layernorm(moved, gain, shift, 0.01f, y, ROWS, COLS);
            for (int k = 0; k < ROWS * COLS; k++)
                slope += side * y[k] * dy[k] / 0.02;
        }
        expect(fabs(slope - dx[i]) < 5e-3, "layernorm: a slope");
    }
    expect(near(dshift[1], dy[1] + dy[COLS + 1]), "layernorm: the gradient of a shift");
    expect(kp_layernorm(x, gain, shift, -1, y, 1, 1) == KP_BAD_ARGUMENT, "layernorm: eps");
}

static void mlp(void) {
    float x[2] = {1, -2}, up[4] = {1, 0, 0, 1}, down[4] = {1, 0, 0, 1}, y[2];
    kp_mlp(x, up, down, y, 1, 2, 2); // gelu of both
    expect(near(y[0], 0.841345) && near(y[1], -0.045500), "mlp: gelu of 1 and of -2");
    kp_mlp(x, NULL, NULL, y, 1, 2, 0);
    expect(y[0] == 0 && y[1] == 0, "mlp: no hidden values");
}

int main(void) {
    softmax();
    layernorm();
    mlp();
    puts(wrong ? "kernelpack: wrong" : "kernelpack: ok (the processor; no GPU was looked for)");
    return wrong != 0;
}
