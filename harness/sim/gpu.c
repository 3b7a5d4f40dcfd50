// The list of GPU models. kata links this file without the rest of sim/: it
// uses nothing but sim.h.
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const SimGpu gpus[] = {
#define DEVICE(...) {__VA_ARGS__},
#include "sim/devices.def"
};
enum { GPUS = sizeof gpus / sizeof *gpus };

// The one global that the CUDA API itself implies: the machine's device.
static const SimGpu *selected;

const SimGpu *sim_gpu_at(int i) {
    return i >= 0 && i < GPUS ? &gpus[i] : NULL;
}

const SimGpu *sim_gpu_find(const char *name) {
    for (int i = 0; name && i < GPUS; i++) {
        if (!strcasecmp(name, gpus[i].id)) return &gpus[i];
        if (!strcasecmp(name, gpus[i].name)) return &gpus[i];
    }
    return NULL;
}

const SimGpu *sim_gpu(void) {
    const SimGpu *g = sim_gpu_find(getenv("KATASIM_GPU"));

    if (g) return g;
    return selected ? selected : sim_gpu_find("h100");
}

bool sim_gpu_select(const char *name) {
    const SimGpu *g = sim_gpu_find(name);

    if (g) selected = g;
    return g != NULL;
}

// Writes cost what a mix costs: the bus turns round, or rows are opened twice.
double sim_ceiling_gbs(const SimGpu *g, const char *access) {
    if (!strcmp(access, "theoretical")) return g->dram_gbs;
    if (!strcmp(access, "read")) return g->dram_gbs * g->read_eff;
    if (!strcmp(access, "write") || !strcmp(access, "copy") ||
        !strcmp(access, "triad"))
        return g->dram_gbs * g->mix_eff;
    return 0;
}
