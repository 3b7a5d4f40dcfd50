// The same for every way: sums, smallest and largest values, NaN if one is there.
#include <limits.h>
#include <math.h>

enum { WAYS = 4, OPS = 3, FACTS = 11 };

void reference(const float *reals, const double *doubles, const int *ints, double *of_reals,
               double *of_doubles, int *of_ints, int *facts, int n, int skip, int timed);

typedef struct Three {
    double sum, smallest, largest;
} Three;

static void take(Three *t, double x) {
    t->sum += x;
    if (x < t->smallest || isnan(x)) t->smallest = x;
    if (x > t->largest || isnan(x)) t->largest = x;
}

void reference(const float *reals, const double *doubles, const int *ints, double *of_reals,
               double *of_doubles, int *of_ints, int *facts, int n, int skip, int timed) {
    Three r = {0, INFINITY, -INFINITY}, d = r;
    int sum = 0, smallest = INT_MAX, largest = INT_MIN;
    (void)timed;
    for (int i = skip; i < skip + n; i++) {
        take(&r, reals[i]);
        take(&d, doubles[i]);
        sum += ints[i];
        if (ints[i] < smallest) smallest = ints[i];
        if (ints[i] > largest) largest = ints[i];
    }
    for (int how = 0; how < WAYS; how++) {
        double *of_r = of_reals + OPS * how, *of_d = of_doubles + OPS * how;
        int *of_i = of_ints + OPS * how;
        of_r[0] = r.sum, of_r[1] = r.smallest, of_r[2] = r.largest;
        of_d[0] = d.sum, of_d[1] = d.smallest, of_d[2] = d.largest;
        of_i[0] = sum, of_i[1] = smallest, of_i[2] = largest;
    }
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
}
