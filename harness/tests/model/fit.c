// Fits the model's numbers to what a GPU measured: `make model-fit`.
//
// Goes through the numbers one after the other and tries steps up and down, as
// long as any step makes the fit half's error smaller; the steps then shrink.
// The other half is never looked at. Prints the numbers for model.def and
// devices.def. Deterministic. Those in model.def are of an evolution strategy
// (CMA-ES) on the same loss, which ends a few per cent lower.
#include "tests/calibration.h"
#include "tests/gate_verdicts.h"

#include <stdio.h>

// The weight of an error in programs of others, over one of the kernels here.
static const double OTHERS = 1;

typedef struct Knob {
    const char *name;
    double *at, lo, hi;
} Knob;

static SimGpu gpu;
static Calibration cal, others;
static GateVerdicts gates;

// How far verdicts are on the wrong side of their bars, where the model and the
// GPU have to agree.
static double wrong_verdicts(void) {
    double sum = 0;
    gates.nruns = 0;
    memset(gates.runs, 0, sizeof gates.runs);
    gv_read_counts(&gates, &gpu);
    for (int i = 0; i < gates.n; i++)
        for (int size = 0; size < GV_SIZES; size++) {
            GvCase *c = &gates.at[i];
            gv_judge(&gates, &gpu, c, (GvSize)size);
            for (int rule = 0; rule < GV_RULES; rule++) {
                double v = c->model[rule][size];
                if ((rule == GV_PLAIN && size == GV_SMALL) || isnan(v) ||
                    gv_measured(c) < 0 ||
                    gv_modelled(c, (GvRule)rule, (GvSize)size) ==
                        gv_measured(c))
                    continue;
                sum += .02 + fabs(log(v / c->bound));
            }
        }
    return sum;
}

// Mean of |log(model / measured)|, large ones counting less than in full.
static double mean_off(Calibration *c) {
    double sum = 0;
    int n = 0;
    cal_model(c, &gpu);
    for (int i = 0; i < c->n; i++) {
        const CalVariant *v = &c->at[i];
        if (v->hold) continue;
        double e = fabs(log(v->model / v->measured));
        sum += e < .5 ? e + e * e : .75 + (e - .5) * .3;
        n++;
    }
    return sum / n;
}

// How far the kernels of the sets and those of others are off, a little for
// their order and the worst; and no gate may change its verdict.
static double loss(void) {
    double off = mean_off(&cal) + OTHERS * mean_off(&others);
    CalScore s = cal_score(&cal, CAL_FIT, NULL),
             o = cal_score(&others, CAL_FIT, NULL);
    return off + .3 * s.swapped / (s.pairs ? s.pairs : 1) + .2 * s.p90 +
           .2 * OTHERS * o.p90 + wrong_verdicts();
}

static void fit(const Knob *k, int n) {
    double best = loss();
    for (double step = .2; step > .004; step /= 1.6) {
        bool any = true;
        for (int round = 0; any && round < 12; round++) {
            any = false;
            for (int i = 0; i < n; i++) {
                double was = *k[i].at;
                for (int sign = -1; sign <= 1; sign += 2) {
                    double to = was * (1 + sign * step);
                    if (to < k[i].lo || to > k[i].hi) continue;
                    *k[i].at = to;
                    double now = loss();
                    if (now < best - 1e-9) {
                        best = now;
                        was = to;
                        any = true;
                        break;
                    }
                    *k[i].at = was;
                }
            }
        }
    }
}

// From several places: the way down from one may end in a hollow.
static void fit_best(const Knob *k, int n) {
    static const double ps[] = {2, 3.2}, joins[] = {3, 6};
    double start[40], found[40], best = INFINITY;
    for (int i = 0; i < n; i++)
        start[i] = *k[i].at;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            for (int i = 0; i < n; i++)
                *k[i].at = start[i];
            gpu.p = ps[a];
            model_numbers.join = joins[b];
            fit(k, n);
            double now = loss();
            if (now >= best) continue;
            best = now;
            for (int i = 0; i < n; i++)
                found[i] = *k[i].at;
        }
    for (int i = 0; i < n; i++)
        *k[i].at = found[i];
}

static void print_rows(Calibration *c) {
    cal_model(c, &gpu);
    for (int i = 0; i < c->n; i++) {
        const CalVariant *v = &c->at[i];
        if (v->hold) continue;
        printf("%5.2f %9.2f %9.2f  %-10.*s %.*s: %s\n", v->model / v->measured,
               v->measured, v->model, (int)v->family.n, v->family.p,
               (int)v->name.n, v->name.p, v->limiter);
    }
}

static void print_score(const char *what, const Calibration *c, CalHalf half) {
    CalScore s = cal_score(c, half, NULL);
    printf("%s: %d, median %.1f %%, p90 %.1f %%, bias %+.1f %%, order %d of %d "
           "wrong\n",
           what, s.n, 100 * s.median, 100 * s.p90, 100 * s.bias, s.swapped,
           s.pairs);
}

int main(int argc, char **argv) {
    Err err = {0};
    if (argc < 3 || !sim_gpu_find(argv[2]) ||
        !cal_read(&cal, argv[1], argv[2], &err) ||
        !cal_read_part(&others, argv[1], "others", argv[2], &err) ||
        !gv_read(&gates, argv[1], argv[2], "solutions/measured.tsv", &err)) {
        fprintf(stderr, "fit DIR GPU: %s\n", err.msg);
        return 1;
    }
    gpu = *sim_gpu_find(argv[2]);
    model_knows_kin = false;
    const Knob knobs[] = {
#define NUMBER(x, lo, hi) {#x, &model_numbers.x, lo, hi}
#define COLUMN(x, lo, hi)                                                      \
    { #x, &gpu.x, lo, hi }
        NUMBER(issue_slots, 1, 1.6),
        NUMBER(int_share, .1, 1),
        NUMBER(request_cycles, .3, 3),
        NUMBER(hit_cycles, .1, 1.5),
        NUMBER(miss_cycles, .1, 1.5),
        NUMBER(open_bytes, 5, 150),
        NUMBER(evicted, .3, 1.4),
        NUMBER(dram_alone, 1, 1.05),
        NUMBER(mix_writes, .2, 4),
        NUMBER(kept, 0, 1),
        NUMBER(block_cycles, 1.1, 1.3),
        NUMBER(block_start, 20, 1500),
        NUMBER(warp_late, 1, 60),
        NUMBER(barrier_slots, .2, 6),
        NUMBER(loads_in_flight, 2, 28),
        NUMBER(near_in_flight, 2, 32),
        NUMBER(barrier_cycles, 10, 60),
        NUMBER(dependency_scale, .97, 1.03),
        NUMBER(join, 1.5, 8),
        NUMBER(overlap, 1.2, 8),
        NUMBER(in_step, .9, 2.2),
        NUMBER(parting, 1, 80),
        NUMBER(out_of_step, 1, 6),
        NUMBER(step_waves, 0, 2),
        NUMBER(tensor, .5, .7),
        NUMBER(sm_l2_bytes, 40, 128),
        NUMBER(loaded, 1, 1.5),
        NUMBER(const_word, 1.5, 3),
        NUMBER(skew, .5, 1.2),
        NUMBER(own_passes, .2, 4),
        NUMBER(met_late, 0, 1),
        NUMBER(crowd_overlap, -.2, 1),
        NUMBER(crowd_step, -.3, .6),
        COLUMN(l2_gbs, 8900, 10500),
        COLUMN(p, 1.2, 6),
    };
    enum { N = sizeof knobs / sizeof *knobs };
    if (argc < 4) fit_best(knobs, N);
    for (int i = 0; i < N; i++)
        printf("%-16s %.4g\n", knobs[i].name, *knobs[i].at);
    print_rows(&cal);
    print_rows(&others);
    print_score("hold", &cal, CAL_HOLD);
    print_score("fit", &cal, CAL_FIT);
    print_score("others, hold", &others, CAL_HOLD);
    print_score("others, fit", &others, CAL_FIT);
    cal_free(&cal);
    cal_free(&others);
}
