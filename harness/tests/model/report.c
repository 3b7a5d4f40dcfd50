// Modelled against measured: `make model-report`.
//
//     report DIR GPU          the table, and a picture if gnuplot is there
//     report DIR GPU --write  writes DIR/REPORT.md (and DIR/report.svg) too,
//                             and to DIR/third/foretold.tsv what of the third
//                             set is neither measured nor foretold yet
//
// From what is committed: counts.tsv (the simulated device) and GPU.tsv (a real
// one); for gates, gates.counts.tsv and gates.GPU.tsv. Nothing runs.
#include "tests/calibration.h"
#include "tests/gate_verdicts.h"

#include <unistd.h>

#define TRITON_GPU "h100"

static Calibration cal, triton, others;
static GateVerdicts gates;

static void add_half(Buf *out, CalScore s) {
    if (s.n)
        buf_fmt(out, " %4d | %5.1f %% | %5.1f %% | %2d of %4d |", s.n,
                100 * s.median, 100 * s.p90, s.swapped, s.pairs);
    else
        buf_str(out, "    - |       - |       - |          - |");
}

static void add_score(Buf *out, const char *name, CalScore fit, CalScore hold) {
    buf_fmt(out, "| %-15s |", name);
    add_half(out, fit);
    add_half(out, hold);
    buf_char(out, '\n');
}

static void add_families(Buf *out, const Calibration *c) {
    buf_str(out, "| family          |  fit |  median |    90 % | order      |"
                 " held |  median |    90 % | order      |\n"
                 "|-----------------|------|---------|---------|------------|"
                 "------|---------|---------|------------|\n");
    for (int i = 0; i < c->n; i++) {
        Str f = c->at[i].family;
        char name[40];
        if (i > 0 && cal_same(c->at[i - 1].family, f)) continue;
        snprintf(name, sizeof name, "%.*s", (int)f.n, f.p);
        add_score(out, name, cal_score(c, CAL_FIT, &f),
                  cal_score(c, CAL_HOLD, &f));
    }
    add_score(out, "all", cal_score(c, CAL_FIT, NULL),
              cal_score(c, CAL_HOLD, NULL));
}

static void add_variants(Buf *out, const Calibration *c, CalHalf half) {
    Str family = {0};
    for (int i = 0; i < c->n; i++) {
        const CalVariant *v = &c->at[i];
        if (!cal_in(v, half)) continue;
        if (!family.p || !cal_same(family, v->family)) {
            family = v->family;
            buf_fmt(out, "%.*s\n", (int)family.n, family.p);
        }
        buf_fmt(out, "  %-44.*s %9.2f %9.2f %6.2f  %s\n", (int)v->name.n,
                v->name.p, v->measured, v->model, v->model / v->measured,
                v->limiter);
    }
}

// What was counted but not measured yet: what the model says that it will take.
static void add_foretold(Buf *out) {
    Str family = {0};
    for (int i = 0; i < cal.nlater; i++) {
        const CalVariant *v = &cal.later[i];
        if (!family.p || !cal_same(family, v->family)) {
            family = v->family;
            buf_fmt(out, "%.*s\n", (int)family.n, family.p);
        }
        buf_fmt(out, "  %-56.*s %9.2f  %s\n", (int)v->name.n, v->name.p,
                v->model, v->limiter);
    }
}

// Pairs that stand the wrong way round.
static void add_swapped(Buf *out, const Calibration *c, CalHalf half) {
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < c->n; k++) {
            const CalVariant *v = &c->at[i], *w = &c->at[k];
            if (!cal_in(v, half) || !cal_in(w, half) ||
                !cal_same(v->family, w->family) ||
                w->measured <= 1.15 * v->measured || w->model > v->model)
                continue;
            buf_fmt(out,
                    "- %.*s: \"%.*s\" took %.2f us, \"%.*s\" %.2f; modelled "
                    "%.2f and %.2f\n",
                    (int)v->family.n, v->family.p, (int)v->name.n, v->name.p,
                    v->measured, (int)w->name.n, w->name.p, w->measured,
                    v->model, w->model);
        }
}

// ---- gates

static const char *word_of(int verdict) {
    return verdict < 0 ? "-" : verdict ? "pass" : "fail";
}

// A value and its verdict; a star where the GPU's was another.
static void add_verdict(Buf *out, const GvCase *c, GvRule rule, GvSize size) {
    double v = c->model[rule][size];
    int now = gv_modelled(c, rule, size);
    if (isnan(v))
        buf_fmt(out, " %13s", "-");
    else
        buf_fmt(out, " %7.2f %s%c", 100 * v, word_of(now),
                now == gv_measured(c) ? ' ' : '*');
}

static void add_gate(Buf *out, const GvCase *c) {
    char gate[80];
    snprintf(gate, sizeof gate, "%.*s %.*s", (int)c->metric.n, c->metric.p,
             (int)c->of.n, c->of.p);
    if (!str_eq(c->metric, "bandwidth"))
        snprintf(gate, sizeof gate, "%.*s", (int)c->metric.n, c->metric.p);
    buf_fmt(out, "%-24.*s %-21s %5.1f %6.2f %s", (int)c->file.n, c->file.p,
            gate, 100 * c->bound, 100 * c->value, word_of(gv_measured(c)));
    add_verdict(out, c, GV_PLAIN, GV_FULL);
    add_verdict(out, c, GV_SCALED, GV_SMALL);
    buf_char(out, '\n');
}

static void add_gates_table(Buf *out) {
    Str exercise = {0};
    buf_fmt(out, "%-24s %-21s %5s %11s %13s %13s\n", "", "gate, %", "bar",
            "measured", "plain", "scaled");
    for (int i = 0; i < gates.n; i++) {
        const GvCase *c = &gates.at[i];
        if (!exercise.p || !cal_same(exercise, c->exercise))
            buf_fmt(out, "%.*s\n", (int)c->exercise.n, c->exercise.p);
        exercise = c->exercise;
        add_gate(out, c);
    }
}

static void add_share(Buf *out, const char *what, GvKind kind, GvRule rule,
                      GvSize size) {
    int equal, n = gv_count(&gates, rule, size, kind, &equal);
    buf_fmt(out, "| %-8s | %-5s | %-25s | %2d of %2d | %5.1f %% |\n",
            rule == GV_PLAIN ? "plain" : "scaled",
            size == GV_FULL ? "full" : "small", what, equal, n,
            n ? 100. * equal / n : 0);
}

static void add_shares(Buf *out) {
    buf_str(out,
            "| rule     | size  | of                        | equal    | share"
            "   |\n"
            "|----------|-------|---------------------------|----------|------"
            "---|\n");
    for (int rule = 0; rule < GV_RULES; rule++)
        for (int size = GV_SIZES - 1; size >= 0; size--) {
            add_share(out, "all", GV_ALL, (GvRule)rule, (GvSize)size);
            add_share(out, "all but solutions", GV_OTHERS, (GvRule)rule,
                      (GvSize)size);
        }
}

// Every verdict that differs, and how far the model was from the other one.
static void add_why(Buf *out) {
    for (int i = 0; i < gates.n; i++)
        for (int rule = 0; rule < GV_RULES; rule++)
            for (int size = GV_SIZES - 1; size >= 0; size--) {
                const GvCase *c = &gates.at[i];
                double v = c->model[rule][size];
                if (gv_measured(c) < 0 || isnan(v) ||
                    gv_modelled(c, (GvRule)rule, (GvSize)size) ==
                        gv_measured(c))
                    continue;
                buf_fmt(out,
                        "- %.*s, %s, %s size: measured %.2f %%, modelled "
                        "%.2f (%.2f times),\n  bar %.4g %%; %s\n",
                        (int)c->file.n, c->file.p,
                        rule == GV_PLAIN ? "plain" : "scaled",
                        size == GV_FULL ? "full" : "small", 100 * c->value,
                        100 * v, v / c->value, 100 * c->bound,
                        gv_why(c, (GvRule)rule, (GvSize)size));
            }
}

static void add_gates(Buf *out) {
    add_shares(out);
    buf_str(out, "\n");
    add_why(out);
}

// ---- the picture

static void plot(const char *terminal, const char *to) {
    FILE *f = popen("gnuplot 2>/dev/null", "w");
    if (!f) return;
    fprintf(f, "set terminal %s\n", terminal);
    if (to) fprintf(f, "set output '%s'\n", to);
    fputs("set logscale xy\nset key top left\nset xlabel 'measured, us'\n"
          "set ylabel 'modelled, us'\n"
          "plot x notitle, '-' title 'fitted', '-' title 'held back'\n",
          f);
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < cal.n; i++)
            if (cal.at[i].hold == (half == 1))
                fprintf(f, "%g %g\n", cal.at[i].measured, cal.at[i].model);
        fputs("e\n", f);
    }
    pclose(f);
}

static bool has_gnuplot(void) {
    return system("gnuplot --version >/dev/null 2>&1") == 0;
}

// Families of a part of the kernels, and the variants of both halves.
static void add_part(Buf *out, const Calibration *c) {
    add_families(out, c);
    buf_str(out, "\nMeasured, modelled (us), ratio, limiter; held back, then "
                 "the others:\n\n```\n");
    add_variants(out, c, CAL_HOLD);
    buf_str(out, "\n");
    add_variants(out, c, CAL_FIT);
    buf_str(out, "```\n");
}

// ---- Triton's kernels

static void add_triton(Buf *out) {
    CalScore was = cal_score(&triton, CAL_FORETOLD, NULL);
    buf_fmt(out,
            "\n## Triton's kernels\n\n"
            "%d rows of `triton/kernels.py`: each kernel of it with several "
            "blocks, warps and\nstages. Measured: %s.\n"
            "Modelled: the h100 of `kata sim`. Every second kernel says `fit`: "
            "what was changed\nin the model after the measurement was judged "
            "by these; the others judge the change.\n"
            "By the model as it was before the measurement "
            "(`triton/foretold.tsv`):\nmedian error "
            "%.1f %%, 90th\npercentile %.1f %%, %d of %d pairs in the wrong "
            "order.\n\n",
            triton.n, triton.about, 100 * was.median, 100 * was.p90,
            was.swapped, was.pairs);
    add_part(out, &triton);
    buf_str(out, "\nPairs in the wrong order:\n\n");
    add_swapped(out, &triton, CAL_HOLD);
    add_swapped(out, &triton, CAL_FIT);
}

// ---- kernels of others

static void add_others(Buf *out) {
    CalScore was = cal_score(&others, CAL_FORETOLD, NULL);
    buf_fmt(out,
            "\n## Kernels of public programs\n\n"
            "%d kernels of public programs, run as they are (`others/`: counts "
            "and times; the\nprograms are their authors'). Measured: %s.\n"
            "The time is the kernel's own, as CUPTI has it, in its place in "
            "the program; the\nmedian of its launches with one grid. Programs "
            "that say `hold` judge the model; the\nothers are fitted to. By the "
            "model as it was before any was measured\n"
            "(`others/foretold.tsv`): median error %.1f %%, 90th percentile "
            "%.1f %%, %d of %d pairs\nin the wrong order.\n\n",
            others.n, others.about, 100 * was.median, 100 * was.p90,
            was.swapped, was.pairs);
    add_part(out, &others);
}

// ---- the file

// What is not known of the half that is held back.
static void add_held(Buf *out) {
    if (!cal_score(&cal, CAL_HOLD, NULL).n)
        buf_str(out, "The held half is not measured: nothing here says how far "
                     "off the model is on\nkernels that it was not fitted "
                     "to.\n\n");
    if (cal.nlater)
        buf_fmt(out, "%d kernels are counted and not measured yet.\n\n",
                cal.nlater);
}

// What a model that had seen none of the third set said of it. Computed from
// what was written down then, whatever the model says now.
static void add_before(Buf *out) {
    CalScore s = cal_score(&cal, CAL_FORETOLD, NULL);
    if (!s.n) return;
    buf_fmt(out,
            "Foretold before measurement (`third/foretold.tsv`): %d kernels "
            "of the third set,\nmedian error %.1f %%, 90th percentile %.1f %%, "
            "%d of %d pairs in the wrong order.\n\n",
            s.n, 100 * s.median, 100 * s.p90, s.swapped, s.pairs);
}

static void add_file(Buf *out, bool picture) {
    buf_fmt(out,
            "# The modelled clock against a GPU\n\n"
            "Written by `make model-report`; do not edit. Measured: %s.\n"
            "The kernels: `*.cu` here. Time lies between two events, behind a "
            "memset that\nempties L2, median of 40; modelled time is that of "
            "the same launch by the\nsimulated device's counters. There are "
            "three sets of kernels. The first (here)\nand the second "
            "(`second/`) were fitted to. The third (`third/`) was counted, "
            "and\nits times foretold, before it was measured; since then the "
            "rows of it that say\n`fit` are fitted to, and those that say "
            "`hold` are held back: they judge the\nmodel, and no number of it "
            "is fitted to them.\nWhat the model is off for kernels alike (`sim/time/kin.h`) is known from the "
            "fitted\nrows, so that these show little more than that; the held "
            "ones count.\n\n",
            cal.about);
    add_held(out);
    add_before(out);
    buf_str(out, "Errors are fractions of the measured time; order counts "
                 "pairs of a family that\ndiffer by more than 15 % and that "
                 "the model has the wrong way round.\n\n");
    add_families(out, &cal);
    buf_fmt(out,
            "\n## Verdicts of gates\n\nEvery gate on time of the shipped "
            "solutions, of the mutants that are right but\nslow, and of "
            "baselines, where it was measured (%s).\n"
            "Plain: modelled time against the modelled ceiling or baseline. "
            "Scaled, as kata\njudges: modelled time against the solution's, "
            "times what the solution measured;\nsolutions are then right by "
            "construction, so the rest is counted apart. Full: the\nsize that "
            "is measured on a GPU; small: the one that kata simulates, where "
            "what is\naround a kernel takes as long as the kernel.\n\n",
            gates.about);
    add_gates(out);
    if (picture) buf_str(out, "\n![measured against modelled](report.svg)\n");
    if (cal_score(&cal, CAL_HOLD, NULL).n) {
        buf_str(out, "\n## Order mistakes, held back\n\n");
        add_swapped(out, &cal, CAL_HOLD);
    }
    buf_str(out, "\n## Order mistakes, fitted\n\n");
    add_swapped(out, &cal, CAL_FIT);
    buf_str(out, "\n## Gates: measured, plain at full size, scaled at small "
                 "size\n\n```\n");
    add_gates_table(out);
    buf_str(out, "```\n");
    if (cal.nlater) {
        buf_str(out, "\n## Foretold, not measured yet: modelled (us), "
                     "limiter\n\n```\n");
        add_foretold(out);
        buf_str(out, "```\n");
    }
    if (cal_score(&cal, CAL_HOLD, NULL).n) {
        buf_str(out, "\n## Held back: measured, modelled (us), ratio, "
                     "limiter\n\n```\n");
        add_variants(out, &cal, CAL_HOLD);
        buf_str(out, "```\n");
    }
    buf_str(out, "\n## Fitted: measured, modelled (us), ratio, limiter\n\n"
                 "```\n");
    add_variants(out, &cal, CAL_FIT);
    buf_str(out, "```\n");
    add_triton(out);
    add_others(out);
}

// The record of what the model said before anybody could know. Lines that are
// there stay as they are.
static bool write_foretold(const char *dir, Err *err) {
    char path[500];
    Buf out = {0};
    int more = 0;
    buf_fmt(&out, "%s", buf_text(&cal.before));
    for (int i = 0; i < cal.nlater; i++) {
        const CalVariant *v = &cal.later[i];
        if (v->foretold > 0) continue;
        more++;
        buf_fmt(&out, "%.*s\t%.*s\t%.3f\n", (int)v->family.n, v->family.p,
                (int)v->name.n, v->name.p, v->model);
    }
    snprintf(path, sizeof path, "%s/third/foretold.tsv", dir);
    bool ok = !more || file_write(path, out.data, out.len, err);
    buf_free(&out);
    return ok;
}

static bool write_files(const char *dir, bool picture, Err *err) {
    char path[500];
    Buf out = {0};
    snprintf(path, sizeof path, "%s/report.svg", dir);
    if (picture) plot("svg size 640,640", path);
    picture |= access(path, F_OK) == 0;
    add_file(&out, picture);
    snprintf(path, sizeof path, "%s/REPORT.md", dir);
    bool ok = file_write(path, out.data, out.len, err);
    buf_free(&out);
    return ok;
}

int main(int argc, char **argv) {
    Err err = {0};
    Buf out = {0};
    const SimGpu *g = argc > 2 ? sim_gpu_find(argv[2]) : NULL;
    if (!g) {
        fputs("report DIR GPU [--write]\n", stderr);
        return 1;
    }
    if (!cal_read(&cal, argv[1], argv[2], &err) ||
        !cal_read_part(&triton, argv[1], "triton", TRITON_GPU, &err) ||
        !cal_read_part(&others, argv[1], "others", argv[2], &err) ||
        !gv_read(&gates, argv[1], argv[2], "solutions/measured.tsv", &err)) {
        fprintf(stderr, "report: %s\n", err.msg);
        return 1;
    }
    cal_model(&cal, g);
    cal_model(&triton, sim_gpu_find(TRITON_GPU));
    cal_model(&others, g);
    buf_fmt(&out, "%s\n\n", cal.about);
    add_families(&out, &cal);
    buf_str(&out, "\n");
    add_families(&out, &others);
    buf_str(&out, "\n");
    add_before(&out);
    buf_str(&out, "Order mistakes:\n");
    add_swapped(&out, &cal, CAL_BOTH);
    buf_str(&out, "\nVerdicts of gates:\n");
    add_gates_table(&out);
    buf_str(&out, "\n");
    add_gates(&out);
    fputs(buf_text(&out), stdout);
    fflush(stdout);
    bool picture = has_gnuplot(), ok = true;
    if (picture) plot("dumb 78 30", NULL);
    if (argc > 3)
        ok = write_files(argv[1], picture, &err) &&
             write_foretold(argv[1], &err);
    if (!ok) fprintf(stderr, "report: %s\n", err.msg);
    buf_free(&out);
    cal_free(&cal);
    cal_free(&triton);
    cal_free(&others);
    gv_free(&gates);
    return !ok;
}
