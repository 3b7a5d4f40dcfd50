// See kin.h.
#include "sim/time/kin.h"

#include <math.h>
#include <stddef.h>

typedef struct Kin {
    float weight, at[KIN_AXES];
} Kin;

static const Kin kin[] = {
#define KIN(weight, ...) {weight, {__VA_ARGS__}},
#include "sim/time/kin.def"
    {.weight = 0}, // there may be no others
};

bool kin_knows(int cc) {
    return cc == 90;
}

double kin_alike(const float *a, const float *b) {
    const double NOTHING = 24; // so far apart that it is 0: a launch has little
                               // time for those
    double far = 0;
    for (int i = 0; i < KIN_AXES && far < NOTHING; i++)
        far += (double)(a[i] - b[i]) * (double)(a[i] - b[i]);
    return far < NOTHING ? exp(-far / 2) : 0;
}

double kin_factor(const float at[KIN_AXES]) {
    double sum = 0;
    for (size_t i = 0; i < sizeof kin / sizeof *kin; i++)
        if (kin[i].weight != 0)
            sum += (double)kin[i].weight * kin_alike(kin[i].at, at);
    return exp(sum);
}
