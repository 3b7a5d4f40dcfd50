// JSON: of `kata sim --json` (kernels), of `kata sim --timeline` and of
// torch.profiler (Chrome's trace events). SQLite reads it.
#include "paper/export_row.h"

#include "base/str.h"
#include "sim/sim.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

typedef struct Reader {
    sqlite3 *db;
    sqlite3_stmt *at;
} Reader;

static bool ask(Reader *r, const char *sql, const char *text, size_t n) {
    sqlite3_finalize(r->at);
    r->at = NULL;
    return sqlite3_prepare_v2(r->db, sql, -1, &r->at, NULL) == SQLITE_OK &&
           sqlite3_bind_text64(r->at, 1, text, n, SQLITE_STATIC, SQLITE_UTF8) ==
               SQLITE_OK;
}

static const char *column_text(const Reader *r, Arena *a, int i) {
    const unsigned char *s = sqlite3_column_text(r->at, i);
    return arena_str(a, s ? (const char *)s : "");
}

// A number that is there; NaN for anything else.
static double real_of(const Reader *r, int i) {
    int type = sqlite3_column_type(r->at, i);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return NAN;
    double v = sqlite3_column_double(r->at, i);
    return isfinite(v) && v >= 0 ? v : NAN;
}

static bool not_read(char why[200], const char *text) {
    snprintf(why, 200, "%s", text);
    return false;
}

// ---- kata sim --json

static const SimGpu *gpu_by(const char *id, const char *name) {
    const SimGpu *g;
    for (int i = 0; (g = sim_gpu_at(i)); i++)
        if (!strcmp(g->id, id) || !strcmp(g->name, name)) return g;
    return NULL;
}

// Counters to what ncu would say; zeros are left out of the JSON.
static void derive(const SimGpu *gpu, ExportRow *r) {
    double *v = r->value;
    r->us = v[METRIC_us];
    for (int m = METRIC_loads; m < METRIC_COUNT; m++)
        if (!isfinite(v[m])) v[m] = 0;
    v[METRIC_occupancy] *= 100;
    v[METRIC_lanes] /= v[METRIC_warp_insts];
    double slots = r->us * gpu->clock_mhz * gpu->sms * 4;
    v[METRIC_sm_pct] *= 100 / slots;
    v[METRIC_dram_pct] = (v[METRIC_read] + v[METRIC_written]) / (r->us * 1e3) /
                         gpu->dram_gbs * 100;
}

static bool take_kernels(Arena *a, Reader *r, const SimGpu *gpu, Export *e) {
    while (sqlite3_step(r->at) == SQLITE_ROW) {
        ExportRow *row = export_row(a, e);
        if (!row) return false;
        row->name = export_kernel_name(a, column_text(r, a, 0));
        export_extent(column_text(r, a, 1), row->grid);
        export_extent(column_text(r, a, 2), row->block);
        for (int m = 0; m < METRIC_COUNT; m++)
            row->value[m] = real_of(r, 3 + m);
        derive(gpu, row);
        if (!isfinite(row->us)) return false;
    }
    return true;
}

static bool read_kernels(Arena *a, Reader *r, const char *text, size_t n,
                         Export *e, char why[200]) {
    static const char sql[] =
        "SELECT json_extract(value,'$.kernel'), json_extract(value,'$.grid'), "
        "json_extract(value,'$.block')"
#define METRIC(id, column, key, ...)                                           \
    ", json_extract(value, nullif('" key "', ''))"
#include "paper/export.def"
        " FROM json_each(?1, '$.kernels')";
    const SimGpu *gpu = gpu_by(e->gpu, "");
    if (!gpu) return not_read(why, "kata has no GPU model of that name");
    e->gpu = gpu->id;
    e->tool = "kata sim";
    e->kind = EXPORT_KERNELS;
    if (!ask(r, sql, text, n) || !take_kernels(a, r, gpu, e))
        return not_read(why,
                        "a launch in it has no time, or there are too many");
    return true;
}

// ---- kata sim --json: what is wrong

static bool take_faults(Arena *a, Reader *r, Export *e) {
    static const struct {
        const char *kind;
        RowKind row;
    } kinds[] = {{"out-of-bounds", ROW_BOUNDS},
                 {"shared-race", ROW_RACE},
                 {"uninitialised-global", ROW_INIT}};
    while (sqlite3_step(r->at) == SQLITE_ROW) {
        const char *kind = column_text(r, a, 0);
        size_t k = 0;
        while (k < COUNT_OF(kinds) && strcmp(kinds[k].kind, kind) != 0)
            k++;
        if (k == COUNT_OF(kinds)) continue;
        ExportRow *row = export_row(a, e);
        if (!row) return false;
        row->kind = kinds[k].row;
        row->name = export_kernel_name(a, column_text(r, a, 1));
        export_extent(column_text(r, a, 2), row->grid);
        export_extent(column_text(r, a, 3), row->block);
        bool swap = sqlite3_column_int(r->at, 6) != 0;
        row->line = sqlite3_column_int(r->at, swap ? 5 : 4);
        row->other = sqlite3_column_int(r->at, swap ? 4 : 5);
        row->count = max_of(sqlite3_column_int64(r->at, 7), 1);
    }
    return true;
}

// Of a race, the line that reads comes first.
static bool read_faults(Arena *a, Reader *r, const char *text, size_t n,
                        Export *e, char why[200]) {
    static const char sql[] =
        "SELECT json_extract(value,'$.kind'), json_extract(value,'$.function'),"
        "json_extract(value,'$.block'), json_extract(value,'$.thread'), "
        "json_extract(value,'$.line'), json_extract(value,'$.other_line'), "
        "json_extract(value,'$.kind') = 'shared-race' AND "
        "instr(json_extract(value,'$.message'), ' writes ') < "
        "instr(json_extract(value,'$.message'), ' reads '), "
        "json_extract(value,'$.count') "
        "FROM json_each(?1, '$.traps')";
    e->tool = "kata sim";
    return (ask(r, sql, text, n) && take_faults(a, r, e)) ||
           not_read(why, "it cannot be read, or tells of too many mistakes");
}

// ---- trace events

static bool take_event(Arena *a, const Reader *r, Export *e) {
    const char *cat = column_text(r, a, 0), *name = column_text(r, a, 1);
    bool own = !strcmp(cat, "device"), copy = !strcmp(cat, "gpu_memcpy");
    ExportRow *row = export_row(a, e);
    if (!row) return false;
    if (own ? !strcmp(name, "memset") : !strcmp(cat, "gpu_memset"))
        row->kind = ROW_MEMSET;
    else if (own ? !strcmp(name, "copy in") : copy && strstr(name, "HtoD"))
        row->kind = ROW_COPY_IN;
    else if (own ? !strcmp(name, "copy out") : copy && strstr(name, "DtoH"))
        row->kind = ROW_COPY_OUT;
    else if (own ? str_starts(name, "copy ") : copy)
        row->kind = ROW_COPY;
    else
        row->name = export_kernel_name(a, name);
    row->start = real_of(r, 2);
    row->us = real_of(r, 3);
    double stream = real_of(r, 4);
    if (stream < 1e9) row->stream = (long)stream;
    // Of the simulated device, which then has a name that kata knows.
    if (own && !*e->gpu) return false;
    return isfinite(row->start) && isfinite(row->us);
}

static bool read_events(Arena *a, Reader *r, const char *text, size_t n,
                        Export *e, char why[200]) {
    static const char sql[] =
        "SELECT json_extract(value,'$.cat'), json_extract(value,'$.name'), "
        "json_extract(value,'$.ts'), json_extract(value,'$.dur'), "
        "json_extract(value,'$.args.stream') "
        "FROM json_each(?1, '$.traceEvents') "
        "WHERE json_extract(value,'$.ph') = 'X' AND "
        "json_extract(value,'$.cat') IN "
        "('device', 'kernel', 'gpu_memcpy', 'gpu_memset')";
    const SimGpu *gpu = *e->gpu ? gpu_by("", e->gpu) : NULL;
    e->tool = gpu ? "kata sim" : "trace";
    e->gpu = gpu ? gpu->id : "";
    e->kind = EXPORT_TIMELINE;
    if (!ask(r, sql, text, n)) return not_read(why, "it cannot be read");
    int step;
    while ((step = sqlite3_step(r->at)) == SQLITE_ROW)
        if (!take_event(a, r, e))
            return not_read(why,
                            "an event in it has no time, is of a device that "
                            "kata has no model of, or there are too many");
    return step == SQLITE_DONE || not_read(why, "it cannot be read");
}

bool export_json(Arena *a, const char *text, size_t n, Export *out,
                 char why[200]) {
    Reader r = {0};
    static const char sql[] =
        "SELECT json_type(?1,'$.kernels'), json_type(?1,'$.traceEvents'), "
        "json_extract(?1,'$.gpu'), "
        "json_extract(?1,'$.otherData.modelled_on')";
    bool ok = sqlite3_open(":memory:", &r.db) == SQLITE_OK &&
              ask(&r, sql, text, n) && sqlite3_step(r.at) == SQLITE_ROW;
    bool kernels = ok && !strcmp(column_text(&r, a, 0), "array");
    if (!ok) {
        not_read(why, "it is no valid JSON: is it cut off?");
    } else if (kernels && out->kind == EXPORT_FAULTS) {
        ok = read_faults(a, &r, text, n, out, why);
    } else if (kernels) {
        out->gpu = column_text(&r, a, 2);
        ok = read_kernels(a, &r, text, n, out, why);
    } else if (!strcmp(column_text(&r, a, 1), "array")) {
        out->gpu = column_text(&r, a, 3);
        ok = read_events(a, &r, text, n, out, why);
    } else {
        ok = not_read(why,
                      "it is JSON, but no profile: neither `kata sim --json` "
                      "nor trace events");
    }
    sqlite3_finalize(r.at);
    sqlite3_close(r.db);
    return ok;
}
