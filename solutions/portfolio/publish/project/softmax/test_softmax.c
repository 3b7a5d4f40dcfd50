#include "softmax_reference.h"

#include <stdio.h>

int main(void) {
    float far[3] = {1000, 1001, 999}, masked[2] = {-INFINITY, -INFINITY};
    double y[3], sum = 0;
    softmax_row(far, y, 3);
    for (int i = 0; i < 3; i++)
        sum += y[i];
    int ok = fabs(sum - 1) < 1e-12 && y[1] > y[0] && y[0] > y[2];
    softmax_row(masked, y, 2);
    ok &= y[0] == 0 && y[1] == 0;
    puts(ok ? "softmax: ok" : "softmax: wrong");
    return !ok;
}
