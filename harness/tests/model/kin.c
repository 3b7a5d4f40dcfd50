// Writes what sim/time/kin.c knows: `make model-kin`, after model.def is
// fitted.
//
// For every kernel of the set that may be fitted to: where it stands, and the
// weight that a Gaussian process gives it. Those that are held back are never
// looked at.
#include "tests/calibration.h"

// Of a factor's variance, what is chance: other things than the axes decide it.
static const double CHANCE = 1;
// Larger errors have a cause of their own, and say nothing of others.
static const double MOST = 0.35;

static Calibration cal, others;

typedef struct Known {
    float at[KIN_AXES];
    double off; // log of measured over modelled us
    const CalVariant *of;
} Known;

// Fills in the longest launch's place, and what its kernels' time is off.
static Known known_of(const SimGpu *g, const CalVariant *v) {
    Known k = {.of = v};
    double longest = -1, sum = 0;
    for (int i = 0; i < v->n; i++) {
        SimLaunchInfo in = v->at[i];
        Occupancy occ = occupancy_of(g, in.regs, in.smem_bytes, in.block[0]);
        model_time(g, &occ, &in);
        sum += in.us;
        if (in.us <= longest) continue;
        longest = in.us;
        model_place(g, &occ, &in, k.at);
    }
    // what is around the kernels is not theirs
    double measured = v->measured - (v->model - sum);
    k.off = log(fmax(measured, sum / 4) / sum);
    return k;
}

// Solves a x = b, a of n x n, symmetric and positive; both are overwritten.
// (Cholesky.)
static void solve(double *a, double *b, int n) {
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

static void print_known(const Known *k, double weight) {
    printf("KIN(%.3f", weight);
    for (int i = 0; i < KIN_AXES; i++)
        printf(", %.2f", (double)k->at[i]);
    printf(")\n");
}

// Adds those of c that may be fitted to; gives how many there are then.
static int add_known(Known *known, int n, Calibration *c, const SimGpu *g) {
    cal_model(c, g);
    for (int i = 0; i < c->n; i++)
        if (!c->at[i].hold) {
            known[n] = known_of(g, &c->at[i]);
            n += fabs(known[n].off) <= MOST;
        }
    return n;
}

int main(int argc, char **argv) {
    Err err = {0};
    const SimGpu *g = argc == 3 ? sim_gpu_find(argv[2]) : NULL;
    if (!g || !cal_read(&cal, argv[1], argv[2], &err) ||
        !cal_read_part(&others, argv[1], "others", argv[2], &err)) {
        fprintf(stderr, "kin DIR GPU: %s\n", err.msg);
        return 1;
    }
    model_knows_kin = false;
    static Known known[2 * CAL_VARIANTS];
    int n = add_known(known, 0, &cal, g);
    n = add_known(known, n, &others, g);
    double *a = calloc((size_t)n * (size_t)n, sizeof *a),
           *b = calloc((size_t)n, sizeof *b);
    if (!a || !b) return 1;
    for (int i = 0; i < n; i++) {
        b[i] = known[i].off;
        for (int j = 0; j < n; j++)
            a[i * n + j] =
                kin_alike(known[i].at, known[j].at) + (i == j ? CHANCE : 0);
    }
    solve(a, b, n);
    printf(
        "// Kernels that an H200 was measured with, and what the model is off "
        "for those like\n// them. Written by `make model-kin`; do not edit. "
        "kin.h has the axes.\n//\n//   KIN(weight, place ...)\n");
    for (int i = 0; i < n; i++)
        print_known(&known[i], b[i]);
    printf("#undef KIN\n");
    free(a);
    free(b);
    cal_free(&cal);
    cal_free(&others);
}
