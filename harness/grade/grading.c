// See grading.h. A line for each field: key, a tab, its value or values with
// tabs between them. Tabs, line ends and backslashes of texts are escaped.
#include "grade/grading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 6, MOST_ROWS = 4096 };

// The texts and numbers, once.
#define TEXTS(T)                                                               \
    T(learner)                                                                 \
    T(exercise)                                                                \
    T(hash)                                                                    \
    T(version)                                                                 \
    T(on)                                                                      \
    T(stage)                                                                   \
    T(summary)                                                                 \
    T(advice)                                                                  \
    T(hint)                                                                    \
    T(mistake)                                                                 \
    T(medal)                                                                   \
    T(device)                                                                  \
    T(said)

bool grading_counts(const Grading *g) {
    return g->verdict != VERDICT_ENV && g->verdict != VERDICT_NONE;
}

bool grading_same_work(const Grading *a, const Grading *b) {
    return !strcmp(a->learner, b->learner) &&
           !strcmp(a->exercise, b->exercise) && !strcmp(a->hash, b->hash) &&
           !strcmp(a->version, b->version) && !strcmp(a->on, b->on) &&
           a->seed == b->seed;
}

// ---- writing

static void put_escaped(Buf *out, const char *text) {
    for (; text && *text; text++) {
        switch (*text) {
        case '\t': buf_str(out, "\\t"); break;
        case '\n': buf_str(out, "\\n"); break;
        case '\r': buf_str(out, "\\r"); break;
        case '\\': buf_str(out, "\\\\"); break;
        default: buf_char(out, *text);
        }
    }
}

static void put_grading_line(Buf *out, const char *key,
                             const char *const *parts, int n) {
    buf_str(out, key);
    for (int i = 0; i < n; i++) {
        buf_char(out, '\t');
        put_escaped(out, parts[i]);
    }
    buf_char(out, '\n');
}

void grading_write(const Grading *g, Buf *out) {
#define PUT(name) put_grading_line(out, #name, &g->name, 1);
    TEXTS(PUT)
#undef PUT
    buf_fmt(out, "seed\t%llx\nverdict\t%s\n", (unsigned long long)g->seed,
            verdict_id(g->verdict));
    buf_fmt(out, "numbers\t%d\t%d\t%d\t%d\t%.3f\t%lld\n", g->modelled,
            g->untouched, g->passed, g->ncases, g->seconds, (long long)g->at);
    for (int i = 0; i < g->nwrong; i++) {
        const GradeCase *c = &g->cases[i];
        put_grading_line(
            out, "case",
            (const char *[]){verdict_id(c->verdict), c->name, c->why}, 3);
    }
    for (int i = 0; i < g->ngates; i++) {
        const GradeGate *o = &g->gates[i];
        put_grading_line(out, "gate",
                         (const char *[]){verdict_id(o->verdict), o->metric,
                                          o->name, o->value, o->bound, o->why},
                         6);
    }
}

// ---- reading

static char *unescape(Arena *a, Str s) {
    char *text = arena_strn(a, s.p, s.n), *to = text;
    for (const char *from = text; *from; from++) {
        if (*from != '\\' || !from[1]) {
            *to++ = *from;
            continue;
        }
        from++;
        *to++ = *from == 't'   ? '\t'
                : *from == 'n' ? '\n'
                : *from == 'r' ? '\r'
                               : *from;
    }
    *to = '\0';
    return text;
}

static void take_case(Arena *a, Grading *g, char **part, int *cap) {
    GROW(a, GradeCase, g->cases, g->nwrong, *cap);
    g->cases[g->nwrong++] =
        (GradeCase){part[1], part[2], verdict_find(part[0])};
}

static void take_gate(Arena *a, Grading *g, char **part, int *cap) {
    GROW(a, GradeGate, g->gates, g->ngates, *cap);
    g->gates[g->ngates++] = (GradeGate){.verdict = verdict_find(part[0]),
                                        .metric = part[1],
                                        .name = part[2],
                                        .value = part[3],
                                        .bound = part[4],
                                        .why = part[5]};
}

static void take_numbers(Grading *g, char **part) {
    g->modelled = atoi(part[0]);
    g->untouched = atoi(part[1]);
    g->passed = atoi(part[2]);
    g->ncases = atoi(part[3]);
    g->seconds = atof(part[4]);
    g->at = atoll(part[5]);
}

bool grading_read(Arena *a, Str text, Grading *out) {
    Str line;
    int cases = 0, gates = 0;
    *out = (Grading){.mistake = ""}; // earlier journals have none
    while (str_cut(&text, '\n', &line)) {
        Str rest = line, key = {"", 0}, piece;
        char *part[MOST_PARTS];
        int n = 0;
        str_cut(&rest, '\t', &key);
        while (n < MOST_PARTS && str_cut(&rest, '\t', &piece))
            part[n++] = unescape(a, piece);
        while (n < MOST_PARTS)
            part[n++] = arena_str(a, "");
#define TAKE(name)                                                             \
    if (str_eq(key, #name)) out->name = part[0];
        TEXTS(TAKE)
#undef TAKE
        if (str_eq(key, "seed")) out->seed = strtoull(part[0], NULL, 16);
        if (str_eq(key, "verdict")) out->verdict = verdict_find(part[0]);
        if (str_eq(key, "numbers")) take_numbers(out, part);
        if (str_eq(key, "case") && out->nwrong < MOST_ROWS)
            take_case(a, out, part, &cases);
        if (str_eq(key, "gate") && out->ngates < MOST_ROWS)
            take_gate(a, out, part, &gates);
    }
    bool whole = true;
#define HAS(name) whole &= out->name != NULL;
    TEXTS(HAS)
#undef HAS
    return whole;
}
