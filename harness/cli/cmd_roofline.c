// kata roofline: the learner's best kernels under one device's roof, from the
// record. Nothing runs.
#include "cli/cmd.h"

#include "cli/learn/roof.h"
#include "cli/picture.h"
#include "sim/sim.h"

static bool draw_roofline(App *a, const RooflineView *v, const PictureOpts *o,
                          Buf *out, Err *err) {
    Plot p[2];
    int n = 0;
    n += roofline_plot(&a->arena, v, &p[n]);
    n += roofline_memory_plot(&a->arena, v, &p[n]);
    if (n) return picture_draw(a, p, n, o, out, err);
    if (!o->svg && !o->png) return true;
    err_set(err, ERR_USAGE, "there is nothing to draw: no timed pass on %s",
            v->device);
    return err_hint(err, "kata roofline --device NAME draws another device's");
}

static bool no_ceilings(const char *device, Err *err) {
    err_set(err, ERR_ENV, "nothing is known of what '%s' can do", device);
    return err_hint(err, "run kata calibrate on it, or name a model with "
                         "--device: h100, a100, ...");
}

static bool roofline_run(App *a, int argc, char **argv, int *status, Err *err) {
    PictureOpts o = {0};
    const char *device = NULL;
    int n, nrows;
    TimeRow *rows;
    const Opt opts[] = {{"--device", &device, NULL},
                        {"--svg", &o.svg, NULL},
                        {"--png", &o.png, NULL},
                        {"--no-plot", NULL, &o.no_plot},
                        {0}};
    (void)status;
    if (!opts_take(&cmd_roofline, argc, argv, opts, NULL, 0, &n, err) ||
        !picture_possible(a, &o, err) ||
        !store_times(a->store, &a->arena, &rows, &nrows, err))
        return false;
    GpuState g = {0};
    nvml_probe(&g);
    const SimGpu *model = device ? sim_gpu_find(device) : NULL;
    if (model) device = model->name;
    if (!device)
        device = g.present ? arena_str(&a->arena, g.name)
                           : roof_newest(a, rows, nrows);
    Roof r;
    if (!roof_open(a, device, &g, &r)) return no_ceilings(device, err);
    roof_add_best(&r, rows, nrows);
    RooflineView v = roof_view(&r);
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
        "Modelled times are marked *. gnuplot draws on the terminal and PNG.\n",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS,
    .reads = true,
    .completes = "",
    .run = roofline_run,
};
