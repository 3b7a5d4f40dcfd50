// A check for programs: check_fields.def, expanded into what writes it.
#include "report/rows.h"

#include "base/json.h"
#include "plan/paper.h"

#include <math.h>

typedef struct CheckJson {
    const CheckResult *r;
    const CheckHead *head;
} CheckJson;

// ---- what is no plain value

static void put_attempt(Json *j, const CheckHead *head) {
    json_key(j, "attempt");
    if (head->attempt > 0)
        json_int(j, head->attempt);
    else
        json_null(j);
}

// JSON has no word for what is no number, and which it is tells all.
static void put_element(Json *j, const char *key, double v) {
    if (isfinite(v))
        json_knum(j, key, v);
    else
        json_kstr(j, key, isnan(v) ? "nan" : v > 0 ? "inf" : "-inf");
}

static void put_seed(Json *j, uint64_t seed) {
    Buf b = {0}; // as text: JSON readers lose bits of large integers
    buf_fmt(&b, "0x%llx", (unsigned long long)seed);
    json_kstr(j, "seed", buf_text(&b));
    buf_free(&b);
}

static void put_samples(Json *j, const Timing *t) {
    json_key(j, "samples_us");
    json_open(j, '[');
    for (int i = 0; i < t->n && t->samples_us; i++)
        json_num(j, t->samples_us[i]);
    json_close(j, ']');
}

static void put_conditions(Json *j, const Conditions *c) {
    json_key(j, "conditions");
    if (c->known)
        conditions_json(j, c);
    else
        json_null(j);
}

// The parts of gate/machine/phases.def.
static void put_phases(Json *j, const CheckResult *r) {
    json_key(j, "laps");
    json_open(j, '{');
    for (int i = 0; i < PHASE_COUNT; i++)
        json_knum(j, phase_info[i].id, r->phases.seconds[i]);
    json_knum(j, "ours", phase_seconds_of(&r->phases, PHASE_OURS));
    json_close(j, '}');
}

// Those that are not zero, by their names in counters.def.
void report_counters_json(Json *j, const SimCounters *c) {
    json_key(j, "counters");
    json_open(j, '{');
#define COUNTER(id, ...)                                                       \
    if (c->id) json_kint(j, #id, (long long)c->id);
#include "sim/counters.def"
    json_close(j, '}');
}

static void put_time_or_null(Json *j, const Timing *t);

// ---- the objects

// clang-format off
#define OBJECT(name, type, where, means) static void put_##name(Json *j, const type *o);
#define TEXT(key, value, means)
#define INT(key, value, means)
#define NUM(key, value, means)
#define FLAG(key, value, means)
#define TEXT_IF(cond, key, value, means)
#define INT_IF(cond, key, value, means)
#define NUM_IF(cond, key, value, means)
#define ITEM(key, name, pointer, means)
#define LIST(key, name, array, count, means)
#define PUT(key, type, statement, means)
#define END
#include "report/check_fields.def"

#define OBJECT(name, type, where, means) static void put_##name(Json *j, const type *o) { json_open(j, '{');
#define TEXT(key, value, means) json_kstr(j, key, value);
#define INT(key, value, means) json_kint(j, key, value);
#define NUM(key, value, means) json_knum(j, key, value);
#define FLAG(key, value, means) json_kbool(j, key, value);
#define TEXT_IF(cond, key, value, means) if (cond) json_kstr(j, key, value);
#define INT_IF(cond, key, value, means) if (cond) json_kint(j, key, value);
#define NUM_IF(cond, key, value, means) if (cond) json_knum(j, key, value);
#define ITEM(key, name, pointer, means) json_key(j, key); put_##name(j, pointer);
#define LIST(key, name, array, count, means) \
    json_key(j, key); json_open(j, '['); \
    for (int i = 0; i < count; i++) put_##name(j, &array[i]); \
    json_close(j, ']');
#define PUT(key, type, statement, means) statement;
#define END json_close(j, '}'); }
#include "report/check_fields.def"
// clang-format on

static void put_time_or_null(Json *j, const Timing *t) {
    json_key(j, "time");
    if (t->present)
        put_time(j, t);
    else
        json_null(j);
}

void report_check_json(const CheckResult *r, const CheckHead *head, Buf *out) {
    Json j = json_to(out);
    put_check(&j, &(CheckJson){r, head});
    buf_char(out, '\n');
}

void report_kernels_put(Json *j, const KernelCost *k, int n) {
    json_open(j, '[');
    for (int i = 0; i < n; i++)
        put_kernel(j, &k[i]);
    json_close(j, ']');
}

void report_traps_json(const TrapInfo *traps, int n, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '[');
    for (int i = 0; i < n; i++)
        put_trap(&j, &traps[i]);
    json_close(&j, ']');
}

void report_kernels_json(const KernelCost *k, int n, Buf *out) {
    Json j = json_to(out);
    report_kernels_put(&j, k, n);
}

// ---- the same list, for people

typedef struct FieldWords {
    const char *where; // of an object's first row
    const char *key, *type, *means;
} FieldWords;

// clang-format off
static const FieldWords fields[] = {
#define OBJECT(name, type, where, means) {where, NULL, NULL, means},
#define TEXT(key, value, means) {NULL, key, "text", means},
#define INT(key, value, means) {NULL, key, "number", means},
#define NUM(key, value, means) {NULL, key, "number", means},
#define FLAG(key, value, means) {NULL, key, "true or false", means},
#define TEXT_IF(cond, key, value, means) {NULL, key, "text", means},
#define INT_IF(cond, key, value, means) {NULL, key, "number", means},
#define NUM_IF(cond, key, value, means) {NULL, key, "number", means},
#define ITEM(key, name, pointer, means) {NULL, key, "object", means},
#define LIST(key, name, array, count, means) {NULL, key, "objects", means},
#define PUT(key, type, statement, means) {NULL, key, type, means},
#define END
#include "report/check_fields.def"
};
// clang-format on

void report_check_fields(const Term *t, Buf *out) {
    enum { KEY = 20, TEXT = 36 };
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const FieldWords *f = &fields[i];
        if (f->where) {
            if (i > 0) buf_char(out, '\n');
            term_ink(t, out, INK_BOLD, "%s%s%s\n", f->where,
                     *f->where ? ": " : "", f->means);
            continue;
        }
        buf_fmt(out, "  %-*s%-*s", KEY, f->key, TEXT - KEY - 2, f->type);
        term_hang(t, out, TEXT, TEXT, f->means);
    }
}
