// kata bench: the learner's kernel at many sizes, beside the library's, the
// solution's or an earlier attempt's. Every repetition is verified; nothing is
// recorded.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/scratch.h"
#include "base/str.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "cli/picture.h"
#include "gate/machine/gpu_model.h"
#include "gate/measure/baseline.h"
#include "gate/measure/launch_overhead.h"
#include "gate/measure/sweep.h"
#include "report/report.h"
#include "run/nvml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct BenchOpts {
    const char *on, *gpu, *file, *against, *octaves;
    PictureOpts picture;
} BenchOpts;

// ---- whom to run beside it

static bool library_of(App *a, const Exercise *ex, SweepOther *out) {
    Baselines all;
    baselines_find(&a->arena, ex, ex->gates, ex->ngates, &all);
    for (int i = 0; i < all.n; i++) {
        const Baseline *b = &all.at[i];
        if (strcmp(path_base(b->source), "baseline.cu") != 0) continue;
        *out = (SweepOther){.name = b->name,
                            .file = b->source,
                            .what = b->what,
                            .cublas = strcmp(b->name, "cublas") == 0};
        return true;
    }
    const char *file = path_join(&a->arena, ex->sol, "baseline.cu");
    if (!path_exists(file)) return false;
    *out = (SweepOther){.name = "baseline", .file = file, .what = ""};
    return true;
}

// The source of the exercise's n-th attempt, as a file.
static bool attempt_file(App *a, const Exercise *ex, long number, Scratch *keep,
                         SweepOther *out, Err *err) {
    Attempt *rows, whole;
    int n;
    if (!store_history(a->store, &a->arena, ex->id, 0, &rows, &n, err))
        return false;
    if (number > n) {
        err_set(err, ERR_USAGE, "'%s' has %d attempt%s, no number %ld", ex->id,
                n, n == 1 ? "" : "s", number);
        return err_hint(err, "%s lists them", app_command(a, "history", ex));
    }
    if (!store_attempt(a->store, &a->arena, rows[n - number].id, &whole, err))
        return false;
    out->name = arena_fmt(&a->arena, "attempt%ld", number);
    out->what = "";
    if (!scratch_open(keep, &a->arena, a->build, "attempt", err)) return false;
    out->file = path_join(&a->arena, keep->path, ex->file);
    return file_write(out->file, whole.source ? whole.source : "",
                      whole.source_len, err);
}

static bool find_other(App *a, const Exercise *ex, const char *against,
                       Scratch *keep, SweepOther *out, Err *err) {
    *out = (SweepOther){.what = ""};
    if (!strcmp(against, "solution")) {
        out->name = "solution";
        out->file = path_join(&a->arena, ex->sol, ex->file);
        return true;
    }
    if (!strcmp(against, "baseline")) {
        if (library_of(a, ex, out)) return true;
        err_set(err, ERR_USAGE, "'%s' has no baseline", ex->id);
        return err_hint(err, "--against solution, attempt:N or a file");
    }
    long number;
    if (str_starts(against, "attempt:"))
        return opts_int("--against attempt:", against + strlen("attempt:"), 1,
                        &number, err) &&
               attempt_file(a, ex, number, keep, out, err);
    if (!path_exists(against)) {
        err_set(err, ERR_USAGE, "there is no '%s' to compare with", against);
        return err_hint(err, "--against solution, baseline, attempt:N or a "
                             "CUDA file");
    }
    out->name = path_base(against);
    out->file = against;
    return true;
}

// ---- ceilings

static void find_ceiling(App *a, const SweepRequest *q, const GpuState *g,
                         BenchView *v) {
    const char *name = v->compute ? "fma32" : q->ex->measure.access;
    int id = ceiling_find(name ? name : "read");
    if (id < 0) return;
    v->ceiling_name = ceiling_info[id].id;
    if (!q->backend->is_modelled) {
        v->ceiling = app_know_fact(
            a, ceiling_key(&a->arena, g->uuid, g->driver, (CeilingId)id));
        v->ceiling_from = "measured here (kata calibrate)";
    } else {
        Ceiling all[CEILING_COUNT];
        ceilings_modelled(q->model, all);
        v->ceiling = all[id].value;
        v->ceiling_from = "a parameter of the model";
    }
    if (!(v->ceiling > 0)) v->ceiling = 0;
    // A rate in GFLOP/s would be held against one in TFLOP/s.
    if (v->compute && strcmp(ceiling_info[id].unit, "TFLOP/s") != 0)
        v->ceiling = 0;
}

// ---- the picture

static bool draw_bench(App *a, const BenchView *v, const PictureOpts *o,
                       Buf *out, Err *err) {
    const Sweep *s = v->sweep;
    double *x = arena_array(&a->arena, double, SWEEP_MOST);
    double *roof = arena_array(&a->arena, double, SWEEP_MOST);
    Plot p = {.title = arena_fmt(&a->arena, "%s, %s", v->title, v->device),
              .xlabel = v->compute ? "flop" : "bytes",
              .ylabel = v->compute ? "TFLOP/s" : "GB/s",
              .log2_x = true};
    for (int i = 0; i < s->n; i++) {
        x[i] = v->compute ? s->at[i].flops : s->at[i].bytes;
        roof[i] = v->ceiling > 0 ? v->ceiling : NAN;
    }
    for (int k = -1; k < v->nothers; k++) {
        double *y = arena_array(&a->arena, double, SWEEP_MOST);
        for (int i = 0; i < s->n; i++)
            y[i] = bench_rate(v, &s->at[i],
                              k < 0 ? s->at[i].you.us : s->at[i].other[k].us);
        p.series[p.n++] =
            (PlotSeries){.name = k < 0 ? "you" : v->others[k].name,
                         .x = x,
                         .y = y,
                         .n = s->n};
    }
    if (v->ceiling > 0)
        p.series[p.n++] = (PlotSeries){
            .name = arena_fmt(&a->arena, "ceiling (%s)", v->ceiling_name),
            .x = x,
            .y = roof,
            .n = s->n,
            .ceiling = true};
    // A curve needs two points.
    return s->n < 2 || picture_draw(a, &p, 1, o, out, err);
}

// ---- the verb

static bool choose_sweep(App *a, const BenchOpts *o, SweepRequest *q,
                         GpuState *g, Err *err) {
    const char *on = o->on ? o->on : "auto";
    bool sim = !strcmp(on, "sim") || o->gpu;
    if (!sim && strcmp(on, "gpu") != 0 && strcmp(on, "auto") != 0) {
        err_set(err, ERR_USAGE, "--on does not take '%s'", on);
        return err_hint(err, "--on auto, --on gpu or --on sim");
    }
    if (!sim) nvml_probe(g);
    q->model = gpu_model_find(&a->arena, o->gpu ? o->gpu : "h100", err);
    if (!q->model) return false;
    q->backend = g->present ? &backend_gpu : &backend_sim;
    q->cc = g->cc;
    q->uuid = g->uuid;
    LaunchOverhead usual = {.a = &a->arena,
                            .uuid = g->uuid,
                            .driver = g->driver,
                            .fact = app_know_fact,
                            .ctx = a};
    launch_overhead_read(&usual);
    q->usual_overhead_us = usual.us;
    if (g->present || strcmp(on, "gpu") != 0) return true;
    err_set(err, ERR_ENV, "there is no GPU to run on: %s", g->why);
    return err_hint(err, "--on sim runs on the simulated device");
}

static bool has_time(App *a, const Exercise *ex, Err *err) {
    if (exercise_is_cuda(ex) && ex->measure.present &&
        (ex->measure.bytes || ex->measure.flops))
        return true;
    const char *check = app_command(a, "check", ex);
    if (ex->paper)
        err_set(err, ERR_USAGE, "'%s' is a %s: there is no kernel to time",
                ex->id, kind_name(ex->kind));
    else if (!exercise_is_cuda(ex))
        err_set(err, ERR_USAGE,
                "'%s' is in %s, and kata bench times kernels at many sizes",
                ex->id, ex->kind == KIND_C ? "C" : "Python");
    else if (ex->measure.present)
        err_set(err, ERR_USAGE,
                "'%s' is timed at one size: it has no others to compare",
                ex->id);
    else
        err_set(err, ERR_USAGE, "'%s' is not timed", ex->id);
    return ex->measure.present
               ? err_hint(err, "`%s --verbose` says what is timed in it", check)
               : err_hint(err, "`%s` says what is right and wrong in it",
                          check);
}

static bool bench_show(App *a, SweepRequest *q, const Sweep *s,
                       const GpuState *g, const PictureOpts *o, Err *err) {
    const Measure *m = &q->ex->measure;
    bool modelled = q->backend->is_modelled;
    BenchView v = {
        .title = plan_address(&a->arena, a->track, q->ex),
        .device = modelled
                      ? arena_fmt(&a->arena, "%s (simulated)", q->model->name)
                      : arena_str(&a->arena, g->name),
        .modelled = modelled,
        .compute = m->flops && (!m->access || !m->bytes),
        .sweep = s,
        .others = q->others,
        .nothers = q->nothers,
    };
    find_ceiling(a, q, g, &v);
    Buf out = {0};
    if (a->json)
        report_bench_json(&v, &out);
    else
        report_bench(&a->term, &v, &out);
    bool ok = draw_bench(a, &v, o, &out, err);
    app_print(&out);
    return ok;
}

static bool add_others(App *a, const BenchOpts *o, Scratch *keep,
                       SweepRequest *q, Err *err) {
    if (o->against) {
        q->nothers = 1;
        return find_other(a, q->ex, o->against, keep, &q->others[0], err);
    }
    // Without a word the library's curve, where it can be measured.
    if (!q->backend->is_modelled && library_of(a, q->ex, &q->others[0]))
        q->nothers = 1;
    return true;
}

static bool sweep_and_show(App *a, SweepRequest *q, const GpuState *g,
                           const PictureOpts *o, int *status, Err *err) {
    Sweep *s = arena_array(&a->arena, Sweep, 1);
    bool ok = sweep_run(&a->arena, q, s, err);
    term_spin_end();
    if (!ok) return false;
    if (s->build) {
        err_set(err, ERR_BUILD, "%s does not build: %s",
                app_show_path(a, q->file), s->build);
        return err_hint(err, "%s", app_command(a, "check", q->ex));
    }
    if (s->n && s->at[s->n - 1].wrong) *status = 1;
    return bench_show(a, q, s, g, o, err);
}

static bool bench_run(App *a, int argc, char **argv, int *status, Err *err) {
    BenchOpts o = {0};
    const char *words[1] = {NULL};
    const Opt opts[] = {{"--on", &o.on, NULL},
                        {"--gpu", &o.gpu, NULL},
                        {"--file", &o.file, NULL},
                        {"--against", &o.against, NULL},
                        {"--octaves", &o.octaves, NULL},
                        {"--svg", &o.picture.svg, NULL},
                        {"--png", &o.picture.png, NULL},
                        {"--no-plot", NULL, &o.picture.no_plot},
                        {0}};
    SweepRequest q = {.plan = &a->plan,
                      .build_dir = a->build,
                      .progress = app_show_step,
                      .ctx = a};
    GpuState g = {0};
    long octaves = 0;
    int n;
    if (!opts_take(&cmd_bench, argc, argv, opts, words, 1, &n, err) ||
        (o.octaves && !opts_int("--octaves", o.octaves, 1, &octaves, err)) ||
        !picture_possible(a, &o.picture, err))
        return false;
    q.ex = address_exercise(a, words[0], NULL, err);
    if (!q.ex || !has_time(a, q.ex, err) || !choose_sweep(a, &o, &q, &g, err))
        return false;
    q.octaves = (int)min_of(octaves, 31);
    const char *file = work_named_file(a, q.ex, words[0], o.file);
    Scratch keep = {0};
    bool ok = add_others(a, &o, &keep, &q, err) &&
              work_find_file(a, q.ex, file, &q.file, err) &&
              sweep_and_show(a, &q, &g, &o.picture, status, err);
    scratch_close(&keep);
    return ok;
}

const Cmd cmd_bench = {
    .name = "bench",
    .args =
        "[EXERCISE] [--against WHAT] [--octaves N] [--svg F] [--png F]\n"
        "           [--on auto|gpu|sim] [--gpu MODEL] [--file F] [--no-plot]",
    .help = "your kernel at many sizes, table and picture",
    .more =
        "  --against WHAT   solution, baseline (the library's), attempt:N, or "
        "a\n"
        "                   CUDA file: in turn with yours, in the same run\n"
        "  --octaves N      sizes from the timed one down to 2^-N of it, each\n"
        "                   followed by an odd one. Without: the exercise's\n"
        "                   own sizes, else 10 (simulated: 4)\n"
        "  --svg F, --png F write the picture there\n"
        "  --no-plot        the table only\n"
        "  --on, --gpu, --file  as for kata check\n\n"
        "Every repetition is verified; nothing is recorded. Exit status 1 if\n"
        "the kernel is wrong at a size. gnuplot draws on the terminal and "
        "PNG.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "exercise",
    .run = bench_run,
};
