// Reading ncu; see ncu.h.
#include "gate/tools/ncu.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 512, MOST_LAUNCHES = 64 };

const char *ncu_metrics(Arena *a) {
    static const char *const names[] = {
#define NCU(id, metric, what) metric,
#include "gate/result/ncu.def"
    };
    Buf b = {0};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        buf_fmt(&b, "%s%s", i ? "," : "", names[i]);
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}

// Cuts one line of "quoted","cells"; returns how many.
static int cut_line(Arena *a, const char *at, const char **cell, int most) {
    int n = 0;
    while (*at == '"' && n < most) {
        const char *end = strchr(at + 1, '"');
        if (!end) break;
        cell[n++] = arena_strn(a, at + 1, (size_t)(end - at - 1));
        at = end + 1;
        if (*at != ',') break;
        at++;
    }
    return n;
}

// "17,374,976" in its base unit.
static double number_in(const char *text, const char *unit) {
    static const struct {
        const char *unit;
        double scale;
    } units[] = {{"us", 1e3},      {"usecond", 1e3}, {"ms", 1e6},
                 {"msecond", 1e6}, {"s", 1e9},       {"second", 1e9},
                 {"Kbyte", 1e3},   {"Mbyte", 1e6},   {"Gbyte", 1e9}};
    char plain[64], *end;
    size_t n = 0;
    for (; *text && n + 1 < sizeof plain; text++)
        if (*text != ',') plain[n++] = *text;
    plain[n] = '\0';
    double v = strtod(plain, &end);
    if (end == plain || *end) return NAN;
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (strcmp(unit, units[i].unit) == 0) return v * units[i].scale;
    return v;
}

typedef struct Table {
    const char *name[MOST_COLUMNS], *unit[MOST_COLUMNS], *cell[MOST_COLUMNS];
    int nnames, nunits, ncells;
} Table;

static const char *ncu_text_of(const Table *t, const char *name) {
    for (int i = 0; i < t->nnames && i < t->ncells; i++)
        if (strcmp(t->name[i], name) == 0) return t->cell[i];
    return "";
}

static double value_of(const Table *t, const char *name) {
    for (int i = 0; i < t->nnames && i < t->ncells; i++)
        if (strcmp(t->name[i], name) == 0)
            return number_in(t->cell[i], i < t->nunits ? t->unit[i] : "");
    return NAN;
}

static NcuKernel kernel_of(const Table *t) {
    return (NcuKernel){
        .kernel = ncu_text_of(t, "Kernel Name"),
        .grid = ncu_text_of(t, "Grid Size"),
        .block = ncu_text_of(t, "Block Size"),
#define NCU(id, metric, what) .id = value_of(t, metric),
#include "gate/result/ncu.def"
    };
}

NcuKernel *ncu_read(Arena *a, const char *text, int *n) {
    Table *t = arena_array(a, Table, 1);
    NcuKernel *rows = arena_array(a, NcuKernel, MOST_LAUNCHES);
    *t = (Table){0};
    *n = 0;
    while (*text) {
        size_t len = strcspn(text, "\n");
        // The program prints too: the table begins with its first column.
        if (!t->nnames && str_starts(text, "\"ID\","))
            t->nnames = cut_line(a, text, t->name, MOST_COLUMNS);
        else if (t->nnames && !t->nunits && str_starts(text, "\"\","))
            t->nunits = cut_line(a, text, t->unit, MOST_COLUMNS);
        else if (t->nnames && t->nunits && *text == '"' && *n < MOST_LAUNCHES) {
            t->ncells = cut_line(a, text, t->cell, MOST_COLUMNS);
            if (t->ncells == t->nnames) rows[(*n)++] = kernel_of(t);
        }
        text += len + (text[len] == '\n');
    }
    return *n ? rows : NULL;
}

const char *ncu_trouble(Arena *a, const char *text) {
    if (strstr(text, "ERR_NVGPUCTRPERM"))
        return "ncu may not read this GPU's performance counters "
               "(ERR_NVGPUCTRPERM). Ask whoever has root to put `options "
               "nvidia NVreg_RestrictProfilingToAdminUsers=0` into "
               "/etc/modprobe.d/nvidia.conf and reboot; in a container, start "
               "it with --cap-add=SYS_ADMIN.";
    if (strstr(text, "No kernels were profiled"))
        return "ncu saw no kernel: the program launched none.";
    if (strstr(text, "Failed to find metric") || strstr(text, "metrics: "))
        return "This ncu does not know the counters that kata asks for on this "
               "GPU: ncu --version should be of the toolkit's release.";
    const char *error = strstr(text, "==ERROR==");
    if (error)
        return arena_fmt(
            a, "ncu stopped: %s",
            arena_strn(a, error + 10, strcspn(error + 10, "\r\n")));
    return "ncu printed no table: does it run here by itself? Try ncu "
           "--version.";
}
