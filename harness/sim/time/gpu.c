// The list of GPU models. kata links this file without the rest of sim/: it
// uses nothing but sim.h.
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const SimGpu gpus[] = {
#define DEVICE(...) {__VA_ARGS__},
#include "sim/time/devices.def"
};
enum { GPUS = sizeof gpus / sizeof *gpus };

// The one global that the CUDA API itself implies: the machine's device.
static const SimGpu *selected;

// One that nobody makes, and that is in no list: an H100 with other latencies.
// In an exercise that measures them, what is known of real GPUs is wrong there.
static const SimGpu *made_up(void) {
    static SimGpu g;
    g = *sim_gpu_find("h100");
    g.id = "made-up";
    g.name = "a made-up GPU";
    g.cc = 100; // runs what is compiled for any of the list
    g.lat_alu = 6;
    g.lat_smem = 31;
    g.lat_l1 = 44;
    g.lat_l2 = 330;
    g.lat_dram = 810;
    return &g;
}

// One that is in no list: somebody's own (sim_gpu_add), and its texts.
static SimGpu own;
static char own_text[2048];

const SimGpu *sim_gpu_at(int i) {
    return i >= 0 && i < GPUS ? &gpus[i] : NULL;
}

const SimGpu *sim_gpu_find(const char *name) {
    for (int i = 0; name && i < GPUS; i++) {
        if (!strcasecmp(name, gpus[i].id)) return &gpus[i];
        if (!strcasecmp(name, gpus[i].name)) return &gpus[i];
    }
    if (name && !strcmp(name, "made-up")) return made_up();
    return name && own.id && !strcmp(name, own.id) ? &own : NULL;
}

// ---- a model of one's own

static void gpu_put_text(char *to, size_t n, const char *const *v) {
    snprintf(to, n, "%s", *v);
}
static void gpu_put_int(char *to, size_t n, const int *v) {
    snprintf(to, n, "%d", *v);
}
static void put_double(char *to, size_t n, const double *v) {
    snprintf(to, n, "%.17g", *v);
}

bool sim_gpu_spec(const SimGpu *g, char *out, size_t size) {
    size_t n = 0;
    char value[256];
#define DEVICE_FIELD(type, name, ...)                                          \
    _Generic(g->name, int                                                      \
             : gpu_put_int, double                                             \
             : put_double, default                                             \
             : gpu_put_text)(value, sizeof value, (const void *)&g->name);     \
    if (n < size)                                                              \
        n += (size_t)snprintf(out + n, size - n, "%s=%s\n", #name, value);
#include "sim/devices_fields.def"
    return n < size;
}

static void take_text(const char **v, char *value) {
    *v = value;
}
static void take_int(int *v, char *value) {
    *v = atoi(value);
}
static void take_double(double *v, char *value) {
    *v = strtod(value, NULL);
}

static void take_field(SimGpu *g, const char *key, char *value) {
#define DEVICE_FIELD(type, name, ...)                                          \
    if (!strcmp(key, #name))                                                   \
        _Generic(g->name, int                                                  \
                 : take_int, double                                            \
                 : take_double, default                                        \
                 : take_text)((void *)&g->name, value);
#include "sim/devices_fields.def"
}

const SimGpu *sim_gpu_add(const char *spec) {
    char *rest = own_text, *line;
    snprintf(own_text, sizeof own_text, "%s", spec);
    own = *sim_gpu_find("h100");
    while ((line = strsep(&rest, "\n"))) {
        char *equals = strchr(line, '=');
        if (!equals) continue;
        *equals = '\0';
        take_field(&own, line, equals + 1);
    }
    return &own;
}

// Once: a program that sets it later has its device already.
static const SimGpu *from_environment(void) {
    static bool asked;
    static const SimGpu *found;
    if (asked) return found;
    asked = true;
    const char *name = getenv("KATASIM_GPU");
    bool is_spec = name && strchr(name, '=');
    found = is_spec ? sim_gpu_add(name) : sim_gpu_find(name);
    return found;
}

const SimGpu *sim_gpu(void) {
    const SimGpu *g = from_environment();
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
