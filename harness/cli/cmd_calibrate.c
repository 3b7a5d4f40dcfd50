// kata calibrate: what this GPU can do at most, in each way of being limited.
//
// Gates ask for these numbers as their denominators, and have them measured
// when they are needed for the first time; this verb shows them all, with what
// theory says. They are kept in the record for a month, by GPU and driver.
#include "cli/app/gpu_limits.h"
#include "cli/cmd.h"

#include "gate/machine/gpu_model.h"
#include "report/report.h"
#include "sim/sim.h"

#include <math.h>
#include <string.h>

static void show_ceilings(App *a, const CeilingView *v) {
    Buf out = {0};
    if (a->json)
        report_ceilings_json(v, &out);
    else
        report_ceilings(&a->term, v, &out);
    app_print(&out);
}

static bool show_modelled(App *a, const SimGpu *gpu) {
    Ceiling all[CEILING_COUNT];
    ceilings_modelled(gpu, all);
    show_ceilings(
        a, &(CeilingView){.device = gpu->name,
                          .modelled = true,
                          .all = all,
                          .next = "kata check measures against these where "
                                  "there is no GPU"});
    return true;
}

// Reads the ceilings of the record. Returns whether that is everything that can
// be had.
static bool known_ceilings(App *a, const GpuState *g,
                           Ceiling all[CEILING_COUNT], int64_t *since) {
    bool whole = true;
    *since = 0;
    for (int i = 0; i < CEILING_COUNT; i++) {
        const char *key =
            ceiling_key(&a->arena, g->uuid, g->driver, (CeilingId)i);
        double v = app_know_fact(a, key);
        all[i] = (Ceiling){.value = v, .lo = v, .hi = v};
        whole &= !isnan(v) || ceiling_info[i].group == CEILING_LIBRARY;
        if (!isnan(v)) *since = store_fact_when(a->store, key);
    }
    return whole && !isnan(all[CEILING_sgemm].value);
}

static bool on_gpu(App *a, const GpuState *g, bool again, Err *err) {
    Ceiling all[CEILING_COUNT];
    DeviceInfo device = {0};
    CeilingView v = {.device = g->name,
                     .driver = g->driver,
                     .uuid = g->uuid,
                     .all = all,
                     .next = "kept for 30 days, or until the driver changes; "
                             "kata calibrate --again measures anew"};
    if (again || !known_ceilings(a, g, all, &v.since)) {
        v.since = 0;
        const unsigned groups =
            CEILING_MEMORY | CEILING_COMPUTE | CEILING_LIBRARY;
        if (!gpu_limits_measure(a, g, groups, all, &device, err)) return false;
    }
    show_ceilings(a, &v);
    return true;
}

static bool calibrate_run(App *a, int argc, char **argv, int *status,
                          Err *err) {
    const char *on = "auto", *gpu = NULL;
    bool again = false;
    int n;
    const Opt opts[] = {{"--on", &on, NULL},
                        {"--gpu", &gpu, NULL},
                        {"--again", NULL, &again},
                        {0}};
    GpuState g = {0};
    (void)status;
    if (!opts_take(&cmd_calibrate, argc, argv, opts, NULL, 0, &n, err))
        return false;
    bool sim = strcmp(on, "sim") == 0 || gpu;
    if (!sim && strcmp(on, "gpu") != 0 && strcmp(on, "auto") != 0) {
        err_set(err, ERR_USAGE, "--on does not take '%s'", on);
        return err_hint(err, "--on auto, --on gpu or --on sim");
    }
    if (!sim) nvml_probe(&g);
    if (g.present) return on_gpu(a, &g, again, err);
    if (!sim && strcmp(on, "gpu") == 0) {
        err_set(err, ERR_ENV, "there is no GPU to calibrate: %s", g.why);
        return err_hint(err, "--on sim shows the parameters of the model");
    }
    const SimGpu *model = gpu_model_find(&a->arena, gpu ? gpu : "h100", err);
    return model && show_modelled(a, model);
}

const Cmd cmd_calibrate = {
    .name = "calibrate",
    .args = "[--on auto|gpu|sim] [--gpu MODEL] [--again]",
    .help = "measure what this GPU can do at most",
    .more =
        "  --on WHERE    auto (a GPU if there is one), gpu, or sim: the\n"
        "                parameters of the model\n"
        "  --gpu MODEL   the model's: h100, a100, ...\n"
        "  --again       measure even if the record still knows\n\n"
        "Gates hold your kernel against these numbers. A check measures them\n"
        "by itself when it needs them for the first time.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "",
    .run = calibrate_run,
};
