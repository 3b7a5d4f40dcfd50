#include "cli/verify/bar.h"

#include <string.h>

// The bandwidth gate that was judged without a figure of a GPU, or NULL.
static const Gate *unmeasured_bar(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].least > 0 &&
            !strcmp(r->gates[i].gate->metric, "bandwidth"))
            return r->gates[i].gate;
    return NULL;
}

// GB/s; 0: the modelled one is not known here.
static double roof_of(const CheckResult *r, const Gate *g) {
    const Timing *t = &r->time;
    if (!strcmp(g->of, "theoretical")) return t->theoretical_gbs;
    return t->access && !strcmp(g->of, t->access) ? t->ceiling_gbs : 0;
}

// Bytes of all that warps and copies requested; 0: not counted, as of libraries
// and textures.
static double bytes_asked_for(const CheckResult *r) {
    double sum = 0;
    for (int i = 0; i < r->nkernels; i++) {
        const SimCounters *c = &r->kernels[i].c;
        if (!c->thread_insts || c->texture_fetches) return 0;
        sum += 32 * (double)c->gmem_sectors + (double)c->async_bytes;
    }
    return sum;
}

const char *bar_remark(Arena *a, const CheckResult *r, bool *wrong) {
    const double SURELY = 0.75; // of `bytes:`
    const Gate *g = unmeasured_bar(r);
    double roof = g ? roof_of(r, g) : 0, asked = bytes_asked_for(r);
    *wrong = false;
    if (!g || !r->time.modelled) return "";
    double bar = 100 * g->bound, share = roof > 0 ? r->time.gbs / roof : 0;
    if (asked > 0 && asked < SURELY * r->time.bytes) {
        *wrong = true;
        return arena_fmt(
            a,
            "`bytes:` is too large: it says %.3g MB, and all warps of the "
            "solution ask for %.3g MB%s",
            r->time.bytes / 1e6, asked / 1e6,
            share > 1 ? arena_fmt(a,
                                  ". So its bandwidth would be %.1f times "
                                  "the ceiling",
                                  share)
                      : "");
    }
    const char *modelled =
        share > 0 ? arena_fmt(a, "; the modelled solution reaches %.0f %%%s",
                              100 * share,
                              share > 1 ? ", which comes from L2 or from "
                                          "`bytes:` that are too many"
                                        : "")
                  : "";
    return arena_fmt(a,
                     "not proved here: bandwidth of %s at least %.0f %%. No "
                     "GPU has measured it (kata verify --on gpu --measured "
                     "solutions/measured.tsv)%s",
                     g->of, bar, modelled);
}
