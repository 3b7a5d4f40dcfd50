// kata roofline: the learner's best kernels under one device's roof, from the
// record. Nothing runs.
#include "cli/cmd.h"

#include "base/vec.h"
#include "cli/picture.h"
#include "cli/work/work.h"
#include "gate/measure/measure.h"
#include "report/report.h"
#include "run/nvml.h"
#include "sim/sim.h"

#include <math.h>
#include <string.h>

enum { ROOF_POINTS = 48 };

typedef struct Roof {
    App *a;
    const char *device; // "NVIDIA H200": measured there, or modelled on it
    double ceiling[CEILING_COUNT];
    RoofPoint *at;
    int n;
} Roof;

// "NVIDIA H200 (simulated)" is a model of "NVIDIA H200".
static bool is_on(const char *device, const char *wanted) {
    const char *end = strstr(device, " (");
    size_t n = end ? (size_t)(end - device) : strlen(device);
    const SimGpu *model = sim_gpu_find(wanted);
    bool same = strlen(wanted) == n && strncmp(device, wanted, n) == 0;
    return same || (model && strlen(model->name) == n &&
                    strncmp(device, model->name, n) == 0);
}

static bool work_of(App *a, const Exercise *ex, bool modelled, RoofPoint *p,
                    Err *err) {
    int n;
    const Measure *m = &ex->measure;
    Env env = {0};
    Num bytes = num_real(0), flops = num_real(0);
    CaseVar *vars = measure_vars(&a->arena, m, modelled, &n);
    bool ok = plan_draw(vars, n, NULL, &env, err) &&
              (!m->bytes || expr_eval(m->bytes, &env, NULL, &bytes, err)) &&
              (!m->flops || expr_eval(m->flops, &env, NULL, &flops, err));
    vec_free(&env);
    p->bytes = bytes.d;
    p->flops = flops.d;
    return ok;
}

// The best pass of an exercise on the device, of either clock.
static bool add_best(Roof *r, const Exercise *ex, bool modelled, Err *err) {
    App *a = r->a;
    Attempt *rows;
    const Attempt *best = NULL;
    int n;
    if (!store_history(a->store, &a->arena, ex->id, 0, &rows, &n, err))
        return false;
    for (int i = 0; i < n; i++) {
        const Attempt *b = &rows[i];
        if (b->verdict == VERDICT_PASS && b->median_us > 0 &&
            b->modelled == modelled && is_on(b->device, r->device) &&
            (!best || b->median_us < best->median_us))
            best = b;
    }
    if (!best || r->n == ROOF_POINTS) return true;
    RoofPoint p = {.name = plan_address(&a->arena, a->track, ex),
                   .attempt = best->id,
                   .modelled = modelled,
                   .us = best->median_us};
    Err mine = {0}; // sizes that are drawn: no one intensity
    int access = ex->measure.access ? ceiling_find(ex->measure.access) : -1;
    if (access >= 0) p.ceiling_gbs = r->ceiling[access];
    if (isnan(p.ceiling_gbs)) p.ceiling_gbs = 0;
    if (work_of(a, ex, modelled, &p, &mine) && p.bytes > 0) r->at[r->n++] = p;
    err_clear(&mine);
    return true;
}

// The device of the newest timed pass, for a machine without a GPU.
static const char *newest_device(App *a) {
    const char *device = NULL;
    int64_t when = -1;
    for (int i = 0; i < a->plan.nexercises; i++) {
        Attempt *rows;
        int n;
        Err ignored = {0};
        if (store_history(a->store, &a->arena, a->plan.exercises[i]->id, 0,
                          &rows, &n, &ignored))
            for (int k = 0; k < n; k++)
                if (rows[k].verdict == VERDICT_PASS && rows[k].median_us > 0 &&
                    rows[k].id > when) {
                    when = rows[k].id;
                    device = rows[k].device;
                }
        err_clear(&ignored);
    }
    if (!device) return sim_gpu_find("h100")->name;
    const char *end = strstr(device, " (");
    return end ? arena_strn(&a->arena, device, (size_t)(end - device)) : device;
}

// Ceilings: measured here if this is the GPU, else the model's.
static const char *find_ceilings(Roof *r, const GpuState *g) {
    App *a = r->a;
    for (int i = 0; i < CEILING_COUNT; i++)
        r->ceiling[i] = NAN;
    if (g->present && is_on(g->name, r->device))
        for (int i = 0; i < CEILING_COUNT; i++)
            r->ceiling[i] = app_know_fact(
                a, ceiling_key(&a->arena, g->uuid, g->driver, (CeilingId)i));
    if (!isnan(r->ceiling[CEILING_read])) return "ceilings: measured here";
    const SimGpu *model = sim_gpu_find(r->device);
    if (!model) return NULL;
    Ceiling all[CEILING_COUNT];
    ceilings_modelled(model, all);
    for (int i = 0; i < CEILING_COUNT; i++)
        r->ceiling[i] = all[i].value;
    return "ceilings: parameters of the model (kata calibrate measures those "
           "of a GPU)";
}

// ---- the picture

typedef struct Curves {
    double roof_x[64], roof_y[64];
    double x[2][ROOF_POINTS], y[2][ROOF_POINTS];
    const char *label[2][ROOF_POINTS];
    int n[2];
} Curves;

static void curves_of(const RooflineView *v, Curves *c) {
    *c = (Curves){0};
    for (int i = 0; i < 64; i++) {
        c->roof_x[i] = exp2(-4 + 14.0 * i / 63);
        c->roof_y[i] = v->gbs * c->roof_x[i] / 1e3;
        if (v->tflops > 0) c->roof_y[i] = min_of(c->roof_y[i], v->tflops);
    }
    for (int i = 0; i < v->n; i++) {
        const RoofPoint *p = &v->at[i];
        int of = p->modelled, k = c->n[of];
        if (!(p->flops > 0)) continue;
        c->x[of][k] = p->flops / p->bytes;
        c->y[of][k] = p->flops / p->us / 1e6;
        c->label[of][k] = p->name;
        c->n[of]++;
    }
}

static bool draw_roofline(App *a, const RooflineView *v, const PictureOpts *o,
                          Buf *out, Err *err) {
    Curves *c = arena_array(&a->arena, Curves, 1);
    curves_of(v, c);
    if (!c->n[0] && !c->n[1]) {
        if (!a->json && !o->no_plot)
            buf_str(out, "\nno picture: none of them does arithmetic that its "
                         "exercise counts\n");
        return true;
    }
    Plot p = {
        .title = arena_fmt(&a->arena, "Roofline, %s", v->device),
        .xlabel = "flop per byte",
        .ylabel = "TFLOP/s",
        .log_y = true,
        .series = {{"roof", c->roof_x, c->roof_y, 64, false, NULL},
                   {"measured", c->x[0], c->y[0], c->n[0], true, c->label[0]},
                   {"modelled", c->x[1], c->y[1], c->n[1], true, c->label[1]}},
        .n = 3,
    };
    return picture_draw(a, &p, o, out, err);
}

static bool no_ceilings(const Roof *r, Err *err) {
    err_set(err, ERR_ENV, "nothing is known of what '%s' can do", r->device);
    return err_hint(err, "run kata calibrate on it, or name a model with "
                         "--device: h100, a100, ...");
}

static bool roofline_run(App *a, int argc, char **argv, int *status, Err *err) {
    PictureOpts o = {0};
    const char *device = NULL;
    int n;
    const Opt opts[] = {{"--device", &device, NULL},
                        {"--svg", &o.svg, NULL},
                        {"--png", &o.png, NULL},
                        {"--no-plot", NULL, &o.no_plot},
                        {0}};
    (void)status;
    if (!opts_take(&cmd_roofline, argc, argv, opts, NULL, 0, &n, err) ||
        !picture_possible(a, &o, err))
        return false;
    GpuState g = {0};
    nvml_probe(&g);
    Roof r = {.a = a, .device = device};
    const SimGpu *model = device ? sim_gpu_find(device) : NULL;
    if (model) r.device = model->name;
    if (!device)
        r.device = g.present ? arena_str(&a->arena, g.name) : newest_device(a);
    const char *source = find_ceilings(&r, &g);
    if (!source) return no_ceilings(&r, err);
    r.at = arena_array(&a->arena, RoofPoint, ROOF_POINTS);
    for (int i = 0; i < a->plan.nexercises; i++) {
        const Exercise *ex = a->plan.exercises[i];
        if (!exercise_is_cuda(ex) || !ex->measure.bytes) continue;
        if (!add_best(&r, ex, false, err) || !add_best(&r, ex, true, err))
            return false;
    }
    double tflops = r.ceiling[CEILING_fma32];
    RooflineView v = {
        .device = r.device,
        .source = source,
        .gbs_of = "read",
        .gbs = r.ceiling[CEILING_read],
        .tflops = tflops > 0 ? tflops : 0,
        .at = r.at,
        .n = r.n,
    };
    Buf out = {0};
    if (a->json)
        report_roofline_json(&v, &out);
    else
        report_roofline(&a->term, &v, &out);
    bool ok = draw_roofline(a, &v, &o, &out, err);
    app_print(&out);
    return ok;
}

const Cmd cmd_roofline = {
    .name = "roofline",
    .args = "[--device NAME] [--svg F] [--png F] [--no-plot]",
    .help = "your kernels under this device's roofline",
    .more =
        "  --device NAME   another device of the record, or a model: h100, "
        "...\n"
        "  --svg F, --png F   write the picture there\n"
        "  --no-plot       the table only\n\n"
        "The best pass of every exercise that counts its bytes. Nothing runs.\n"
        "Modelled times are marked *. Pictures are drawn by gnuplot.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "",
    .run = roofline_run,
};
