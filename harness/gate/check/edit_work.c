#include "gate/check/edit_work.h"

EditWork edit_work(const Counts *counted, int launches) {
    const double WARP = 32;
    EditWork w = {.stores = WARP * counted->gmem_stores,
                  .barriers = counted->barriers,
                  .atomics = counted->atomics + counted->smem_atomics,
                  .launches = counted->nkernels};
    for (int i = 0; i < counted->nkernels; i++) {
        if (launches > 0 && i >= launches) break;
        const KernelCost *k = &counted->kernels[i];
        w.threads += cost_volume(k->grid) * cost_volume(k->block);
    }
    return w;
}

// Rows that are no longer than a few warps: stores are counted by warps, and
// many of these are partly filled there.
static bool has_short_rows(const ArgData *d) {
    enum { SHORT = 256 };
    int n = d->arg->nshape;
    return n >= 2 && d->dims[n - 1] < SHORT;
}

bool edit_wastes(const CaseData *c, const EditWork *w) {
    enum { LEAST = 4096 };                  // elements
    const double THREADS = 8, STORES = 2.5; // for each
    double all = 0, outputs = 0;
    bool is_told = true;
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        if (!d->arg->is_pointer) continue;
        all += (double)d->count;
        if (!d->arg->is_output && !d->arg->is_inout) continue;
        outputs += (double)d->count;
        is_told &= !has_short_rows(d);
    }
    return (all >= LEAST && w->threads > THREADS * all) ||
           (is_told && outputs >= LEAST && w->stores > STORES * outputs);
}
