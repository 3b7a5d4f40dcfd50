// The GPUs that the simulated device can be, as a table.
#include "report/rows.h"

void report_models(const Term *t, Buf *out) {
    term_ink(t, out, INK_DIM, "%-10s %-22s %4s %4s %5s %6s %6s %6s %5s\n", "id",
             "name", "cc", "SMs", "MHz", "GB/s", "L2 MiB", "GiB", "PCIe");
    for (int i = 0; sim_gpu_at(i); i++) {
        const SimGpu *g = sim_gpu_at(i);
        buf_fmt(out, "%-10s %-22.22s %2d.%d %4d %5d %6.0f %6.0f %6.4g %5.3g\n",
                g->id, g->name, g->cc / 10, g->cc % 10, g->sms, g->clock_mhz,
                g->dram_gbs, g->l2_mib, g->mem_gib, g->pcie_gbs);
    }
    buf_str(out, "\nOne of your own is a YAML file: \"like: h100\" and what is "
                 "different. Its keys:\n");
#define DEVICE_FIELD(type, name, unit, meaning)                                \
    buf_fmt(out, "  %-15s %-7s %s\n", #name, unit, meaning);
#include "sim/devices_fields.def"
}

static void put_text(Json *j, const char *key, const char *const *v) {
    json_kstr(j, key, *v);
}
static void put_int(Json *j, const char *key, const int *v) {
    json_kint(j, key, *v);
}
static void put_double(Json *j, const char *key, const double *v) {
    json_knum(j, key, *v);
}

void report_models_json(Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_key(&j, "models");
    json_open(&j, '[');
    for (int i = 0; sim_gpu_at(i); i++) {
        const SimGpu *g = sim_gpu_at(i);
        json_open(&j, '{');
#define DEVICE_FIELD(type, name, ...)                                          \
    _Generic(g->name, int                                                      \
             : put_int, double                                                 \
             : put_double, default                                             \
             : put_text)(&j, #name, (const void *)&g->name);
#include "sim/devices_fields.def"
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
