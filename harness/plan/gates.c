// compare:, gates: and medals: what counts as right, and as fast.
#include "base/str.h"
#include "base/vec.h"
#include "plan/parts.h"

#include <string.h>

typedef enum Source {
    TIME,
    COUNT,
    STATIC,
    CPU,
    OBJECT,
    EITHER,
    HOST,
    SCRIPT
} Source;

static const struct MetricInfo {
    const char *name, *unit;
    Source source;
    const char *per; // words
} metrics[] = {
#define METRIC(id, unit, source, per, ...) {#id, unit, source, per},
#include "plan/metrics.def"
};
enum { METRICS = COUNT_OF(metrics) };

// ---- compare

typedef struct CompareDraft {
    Compare *c;
    bool tolerance, ulp; // which keys were there
} CompareDraft;

static void key_ulp(Read *r, const Node *n, void *out) {
    CompareDraft *d = out;
    d->ulp = true;
    read_number(r, n, "ulp", &d->c->ulp);
}

static void key_rtol(Read *r, const Node *n, void *out) {
    CompareDraft *d = out;
    d->tolerance = true;
    read_number(r, n, "rtol", &d->c->rtol);
}

static void key_atol(Read *r, const Node *n, void *out) {
    CompareDraft *d = out;
    d->tolerance = true;
    read_number(r, n, "atol", &d->c->atol);
}

static void key_model(Read *r, const Node *n, void *out) {
    static const char *const models[] = {"sum", "dot", "row"};
    CompareDraft *d = out;
    int i = read_word(r, n, "model", models, COUNT_OF(models));
    d->c->model = i < 0 ? "" : models[i];
}

static void key_terms(Read *r, const Node *n, void *out) {
    ((CompareDraft *)out)->c->terms = read_expr(r, n, "terms");
}

static const Key compare_keys[] = {
    {"ulp", key_ulp, false},     {"rtol", key_rtol, false},
    {"atol", key_atol, false},   {"model", key_model, false},
    {"terms", key_terms, false},
};

static void check_compare(Read *r, const Node *n, CompareDraft *d) {
    Compare *c = d->c;
    if (d->ulp + d->tolerance + (c->model != NULL) != 1) {
        node_err(n, r->err,
                 "compare: says one thing: ulp, rtol with atol, or "
                 "model");
        err_hint(r->err, "exact, {ulp: 2}, {rtol: 1e-5, atol: 1e-6} or "
                         "{model: sum, terms: n}");
    }
    if ((c->terms == NULL) != (c->model == NULL)) {
        node_err(n, r->err, "model: and terms: belong together");
        err_hint(r->err, "like {model: dot, terms: k}: the number of terms "
                         "that each output element adds up, or of its row");
    }
    if (!(c->ulp >= 0 && c->rtol >= 0 && c->atol >= 0)) {
        node_err(n, r->err, "a tolerance cannot be negative");
        err_hint(r->err, "like {rtol: 1e-5, atol: 1e-6}");
    }
}

static bool has_float_output(const Exercise *ex) {
    for (int i = 0; i < ex->nargs; i++) {
        const Arg *arg = &ex->args[i];
        if ((arg->is_output || arg->is_inout) && elem_info[arg->type].is_float)
            return true;
    }
    return false;
}

// rtol: of an argument takes the place of the one of compare:.
static void check_own_rtol(Read *r, const Node *n, const Exercise *ex) {
    for (int i = 0; i < ex->nargs; i++) {
        const Arg *arg = &ex->args[i];
        if (!arg->rtol) continue;
        bool fits = (arg->is_output || arg->is_inout) &&
                    elem_info[arg->type].is_float && *arg->rtol >= 0;
        if (fits && ex->compare.kind == COMPARE_TOL) continue;
        node_err(n, r->err, "'%s' has an rtol: that says nothing", arg->name);
        err_hint(r->err, "it is for an output of floats, 0 or more, where "
                         "compare: has rtol, too");
    }
}

static void compare_kinds(Read *r, Draft *d) {
    const Node *n = d->compare;
    Compare *c = &d->ex->compare;
    CompareDraft cd = {.c = c};
    if (!n || (n->kind == NODE_SCALAR && strcmp(n->text, "exact") == 0)) return;
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "compare: is exact or a map of bounds");
        err_hint(r->err, "exact, {ulp: 2}, {rtol: 1e-5, atol: 1e-6} or "
                         "{model: sum, terms: n}");
        return;
    }
    read_map(r, n, "compare:", compare_keys, COUNT_OF(compare_keys), &cd);
    check_compare(r, n, &cd);
    c->kind = cd.ulp ? COMPARE_ULP : c->model ? COMPARE_MODEL : COMPARE_TOL;
    if (c->model && strcmp(c->model, "row") == 0) c->kind = COMPARE_ROW;
    if (d->ex->nargs && !has_float_output(d->ex)) {
        node_err(n, r->err, "no output is a float: there is nothing to bound");
        err_hint(r->err, "integers are compared exactly: compare: exact");
    }
}

void compare_read(Read *r, Draft *d) {
    compare_kinds(r, d);
    if (d->compare) check_own_rtol(r, d->compare, d->ex);
}

// ---- one gate

typedef struct GateDraft {
    Gate *gate;
    bool least, most; // which keys were there
} GateDraft;

static void key_metric(Read *r, const Node *n, void *out) {
    const char *names[METRICS];
    for (int i = 0; i < METRICS; i++)
        names[i] = metrics[i].name;
    int i = read_word(r, n, "metric", names, METRICS);
    ((GateDraft *)out)->gate->metric = i < 0 ? NULL : metrics[i].name;
}

static void key_of(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"theoretical", "read",  "write",
                                        "copy",        "triad", "cases"};
    int i = read_word(r, n, "of", names, COUNT_OF(names));
    ((GateDraft *)out)->gate->of = i < 0 ? "" : names[i];
}

static void key_over(Read *r, const Node *n, void *out) {
    const char *name = read_text(r, n, "over");
    ((GateDraft *)out)->gate->over = name ? name : "";
}

static void key_per(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"request", "block", "flop", "element"};
    int i = read_word(r, n, "per", names, COUNT_OF(names));
    ((GateDraft *)out)->gate->per = i < 0 ? "" : names[i];
}

static void key_at_least(Read *r, const Node *n, void *out) {
    GateDraft *d = out;
    d->least = d->gate->at_least = true;
    read_number(r, n, "at_least", &d->gate->bound);
}

static void key_at_most(Read *r, const Node *n, void *out) {
    GateDraft *d = out;
    d->most = true;
    read_number(r, n, "at_most", &d->gate->bound);
}

static void key_on(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"gpu", "sim"};
    int i = read_word(r, n, "on", names, COUNT_OF(names));
    ((GateDraft *)out)->gate->on = i < 0 ? NULL : names[i];
}

static const Key gate_keys[] = {
    {"metric", key_metric, true},
    {"of", key_of, false},
    {"over", key_over, false},
    {"per", key_per, false},
    {"at_least", key_at_least, false},
    {"at_most", key_at_most, false},
    {"on", key_on, false},
};

static const struct MetricInfo *find_metric(const char *name) {
    for (int i = 0; i < METRICS; i++)
        if (strcmp(metrics[i].name, name) == 0) return &metrics[i];
    return NULL;
}

// Counts of all cases together are of very different sizes: what means
// something is a quotient, of what the kernels did themselves or of that and
// the work. Of a program it is what its host code did.
static void check_of_cases(Read *r, const Node *n, const Gate *g,
                           const Exercise *ex) {
    // clang-format off
    static const char *const kernels =
        " traffic dram_bytes async_bytes coalescing sectors_per_request"
        " bytes_per_request bank_conflicts const_words divergence barriers"
        " launches instructions flops blocks from_cub"
        " from_cutlass ";
    static const char *const host =
        " busiest_link peer_bytes link_bytes host_launches ";
    // clang-format on
    bool program = ex->kind == KIND_PROGRAM;
    const char *name = arena_fmt(r->a, " %s ", g->metric);
    if (!program && g->per && *g->per) return;
    if (strstr(program ? host : kernels, name)) return;
    node_err(n, r->err, "%s is not taken of all cases", g->metric);
    err_hint(r->err, "of: cases is for%s",
             program ? host
                     : " traffic, launches, coalescing, divergence, and for "
                       "what is taken per element or flop");
}

// A number names its denominator: bandwidth and speedup mean nothing alone.
static void check_denominator(Read *r, const Node *n, const Gate *g,
                              const Exercise *ex) {
    bool bandwidth = strcmp(g->metric, "bandwidth") == 0;
    if (g->of && strcmp(g->of, "cases") == 0) {
        check_of_cases(r, n, g, ex);
        return;
    }
    bool speedup = strcmp(g->metric, "speedup") == 0;
    if (bandwidth && !g->of) {
        node_err(n, r->err, "a bandwidth gate needs the key 'of'");
        err_hint(r->err, "of: copy, read, write, triad, or theoretical");
    }
    if (speedup && !g->over) {
        node_err(n, r->err, "a speedup gate needs the key 'over'");
        err_hint(r->err, "over: naive, for the baseline naive.cu beside the "
                         "solution");
    }
    if ((g->of && !bandwidth) || (g->over && !speedup)) {
        node_err(n, r->err, "'%s' says nothing about %s",
                 g->of && !bandwidth ? "of" : "over", g->metric);
        err_hint(r->err, "of: is for bandwidth, over: for speedup");
    }
}

// Returns whether the words of a metric's `per` hold this one.
static bool is_per(const struct MetricInfo *m, const char *per) {
    const char *at = strstr(m->per, per);
    return at && *per;
}

static void check_per(Read *r, const Node *n, Gate *g, const Exercise *ex) {
    const struct MetricInfo *m = find_metric(g->metric);
    bool c = ex->kind == KIND_C;
    if (!g->per || !*g->per) return;
    if (is_per(m, g->per) && !(c && strcmp(g->per, "flop"))) return;
    node_err(n, r->err, "%s is not taken per %s", g->metric, g->per);
    if (*m->per && !c)
        err_hint(r->err, "for %s it is one of: %s", g->metric, m->per);
    else
        err_hint(r->err, "leave out 'per'");
    g->per = NULL;
}

// Each kind of program has its own metrics; time is for all.
static void check_kind(Read *r, const Node *n, const Gate *g,
                       const Exercise *ex) {
    Source s = find_metric(g->metric)->source;
    bool python = ex->kind == KIND_PYTHON;
    if (python && (s == SCRIPT || !strcmp(g->metric, "speedup"))) return;
    // Numba's threads.
    if (python && ex->machines & 1U << MACHINE_NUMBA &&
        !strcmp(g->metric, "scaling"))
        return;
    // Python with CUDA in it: the simulated device counts.
    if (python && ex->machines & 1U << MACHINE_SIM && s == COUNT) return;
    bool cpu = s == CPU || s == OBJECT || !strcmp(g->metric, "scaling") ||
               !strcmp(g->metric, "fraction_of_blas");
    bool both = s == EITHER || !strcmp(g->metric, "speedup");
    bool host = s == HOST && ex->kind != KIND_PROGRAM;
    bool fits = both || cpu == (ex->kind == KIND_C);
    if (!host && !python && s != SCRIPT && fits) return;
    node_err(n, r->err, "%s says nothing about an exercise of kind %s",
             g->metric, kind_name(ex->kind));
    err_hint(
        r->err, "%s",
        python ? "for python: speedup, bytecodes, peak_memory; with PyTorch: "
                 "operators, graphs, captured, kept_tensors, peak_tensors"
        : ex->kind == KIND_C ? "for c: speedup, scaling, fraction_of_blas, "
                               "l1_misses, l1_traffic, l2_traffic, "
                               "instructions, "
                               "mispredicted, simd"
                             : "curriculum/README.md lists those for kernels");
}

static void check_measure(Read *r, const Node *n, const Gate *g,
                          const Exercise *ex) {
    Source source = find_metric(g->metric)->source;
    if (source != STATIC && source != OBJECT && !ex->measure.present) {
        node_err(n, r->err, "%s is taken of a timed case, and there is none",
                 g->metric);
        err_hint(r->err, "add measure: {n: 16M, bytes: 8 * n, access: copy}");
        return;
    }
    bool bytes = strcmp(g->metric, "bandwidth") == 0 ||
                 strcmp(g->metric, "dram_bytes") == 0 ||
                 strcmp(g->metric, "l1_traffic") == 0 ||
                 strcmp(g->metric, "l2_traffic") == 0 ||
                 strcmp(g->metric, "peak_memory") == 0 ||
                 strcmp(g->metric, "kept_tensors") == 0 ||
                 strcmp(g->metric, "peak_tensors") == 0 ||
                 strcmp(g->metric, "traffic") == 0;
    bool flops = (source == EITHER && !g->per) ||
                 strcmp(g->metric, "flops") == 0 ||
                 (g->per && strcmp(g->per, "flop") == 0);
    if (bytes && !ex->measure.bytes) {
        node_err(n, r->err, "%s needs the bytes that measure: must move",
                 g->metric);
        err_hint(r->err, "add bytes: 8 * n to measure:");
    }
    if (flops && !ex->measure.flops) {
        node_err(n, r->err, "%s needs the flops that measure: must compute",
                 g->metric);
        err_hint(r->err, "add flops: 2 * n to measure:");
    }
}

// A bound that nothing reaches: 95 of a metric that is at most 1 or a little
// more is 9500 %.
static void check_share(Read *r, const Node *n, const char *metric,
                        double bound) {
    const double MOST = 2;
    const char *unit = "";
    for (size_t i = 0; i < METRICS; i++)
        if (!strcmp(metrics[i].name, metric)) unit = metrics[i].unit;
    if (strcmp(unit, "fraction") != 0 || bound <= MOST) return;
    node_err(n, r->err, "%s is a share: %g means %g %%", metric, bound,
             100 * bound);
    err_hint(r->err, "%g%% is written with its sign", bound);
}

static bool gate_read(Read *r, const Node *n, const Exercise *ex, Gate *g) {
    GateDraft d = {.gate = g};
    int before = err_count(r->err);
    *g = (Gate){.loc = n->loc};
    if (!read_map(r, n, "a gate", gate_keys, COUNT_OF(gate_keys), &d))
        return false;
    if (d.least == d.most) {
        node_err(n, r->err, "a gate has one bound: at_least or at_most");
        err_hint(r->err, "like {metric: bandwidth, of: copy, at_least: 80%%}");
    }
    if (g->metric) {
        check_share(r, n, g->metric, g->bound);
        check_denominator(r, n, g, ex);
        check_per(r, n, g, ex);
        check_kind(r, n, g, ex);
        check_measure(r, n, g, ex);
    }
    return err_count(r->err) == before;
}

void gates_read_list(Read *r, const Node *list, const Exercise *ex, Gate **out,
                     int *n) {
    if (!read_is_list(r, list, "gates",
                      "- {metric: bandwidth, of: copy, at_least: 80%}"))
        return;
    *out = arena_array(r->a, Gate, (size_t)list->n);
    for (int i = 0; i < list->n; i++)
        if (gate_read(r, list->at[i], ex, &(*out)[*n])) ++*n;
}

static bool is_time_modelled(const Gate *g) {
    bool there = !g->on || strcmp(g->on, "sim") == 0;
    for (int i = 0; i < METRICS; i++)
        if (strcmp(metrics[i].name, g->metric) == 0)
            return there && metrics[i].source == TIME;
    return false;
}

// sampled: takes a second or so of every check.
static void check_sampled(Read *r, const Draft *d) {
    const Exercise *ex = d->ex;
    for (int i = 0; i < ex->ngates; i++)
        if (is_time_modelled(&ex->gates[i])) return;
    node_err(d->measure, r->err,
             "sampled: is for gates on time, and the "
             "simulated device judges none");
    err_hint(r->err, "leave it out");
}

void gates_read(Read *r, Draft *d) {
    if (d->gates)
        gates_read_list(r, d->gates, d->ex, &d->ex->gates, &d->ex->ngates);
    if (d->ex->measure.nsampled_vars) check_sampled(r, d);
}

// ---- other bars for the same gates

static void no_such_gate(Read *r, const Node *map, int i, const Exercise *ex) {
    const char *key = map->keys[i];
    const char **names = arena_array(r->a, const char *, (size_t)ex->ngates);
    for (int g = 0; g < ex->ngates; g++)
        names[g] = ex->gates[g].metric;
    node_key_err(map, i, r->err, "%s has no gate '%s'", ex->id, key);
    int near = str_nearest(key, names, ex->ngates);
    if (near >= 0)
        err_hint(r->err, "did you mean '%s'?", names[near]);
    else if (word_is_metric(key))
        err_hint(r->err, "write it in full: gates: [{metric: %s, ...}]", key);
    else
        err_hint(r->err, "a bar is set for a gate of %s", ex->yaml);
}

void gates_read_short(Read *r, const Node *map, const Exercise *ex, Gate **out,
                      int *n) {
    if (map->kind != NODE_MAP) {
        node_err(map, r->err, "this is a map of metrics and bounds");
        err_hint(r->err, "like {bandwidth: 90%%}");
        return;
    }
    *out = arena_array(r->a, Gate, (size_t)(map->n * max_of(ex->ngates, 1)));
    for (int i = 0; i < map->n; i++) {
        const Gate *first = NULL; // the other bound of a metric stays as it is
        double bound;
        bool ok = read_number(r, map->at[i], map->keys[i], &bound);
        if (ok) check_share(r, map->at[i], map->keys[i], bound);
        for (int g = 0; g < ex->ngates; g++) {
            if (strcmp(ex->gates[g].metric, map->keys[i]) != 0) continue;
            if (!first) first = &ex->gates[g];
            if (!ok || first->at_least != ex->gates[g].at_least) continue;
            Gate *bar = &(*out)[(*n)++];
            *bar = ex->gates[g];
            bar->bound = bound;
            bar->loc = map->key_locs[i];
        }
        if (!first) no_such_gate(r, map, i, ex);
    }
}

void medals_read(Read *r, Draft *d) {
    static const char *const names[] = {"bronze", "silver", "gold"};
    const Node *n = d->medals;
    if (!n) return;
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "medals: is a map of medals");
        err_hint(r->err, "like {silver: {bandwidth: 90%%}}");
        return;
    }
    d->ex->medals = arena_array(r->a, Medal, COUNT_OF(names));
    // In rising order, whatever the order they are written in.
    for (size_t m = 0; m < COUNT_OF(names); m++) {
        const Node *bars = node_find(n, names[m]);
        if (!bars) continue;
        Medal *medal = &d->ex->medals[d->ex->nmedals++];
        medal->name = names[m];
        gates_read_short(r, bars, d->ex, &medal->gates, &medal->ngates);
    }
    for (int i = 0; i < n->n; i++) {
        bool known = false;
        for (size_t m = 0; m < COUNT_OF(names); m++)
            known |= strcmp(names[m], n->keys[i]) == 0;
        if (!known)
            read_unknown_key(r, n, i, "medals:", names, COUNT_OF(names));
    }
}

// ---- an item's own bars

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

// True if the item's bar takes the place of the exercise's gate.
static bool gate_replaces(const Gate *bar, const Gate *gate) {
    return strcmp(bar->metric, gate->metric) == 0 &&
           same_text(bar->of, gate->of) && same_text(bar->over, gate->over) &&
           bar->at_least == gate->at_least &&
           (!bar->on || same_text(bar->on, gate->on));
}

Gate *plan_gates(Arena *a, const Exercise *ex, const Item *item, int *n) {
    int nbars = item ? item->ngates : 0;
    Gate *out = arena_array(a, Gate, (size_t)(ex->ngates + nbars));
    bool *used = arena_array(a, bool, (size_t)nbars);
    *n = 0;
    for (int g = 0; g < ex->ngates; g++) {
        int bar = 0;
        while (bar < nbars && !gate_replaces(&item->gates[bar], &ex->gates[g]))
            bar++;
        if (bar == nbars)
            out[(*n)++] = ex->gates[g];
        else if (!used[bar])
            out[(*n)++] = item->gates[bar];
        if (bar < nbars) used[bar] = true;
    }
    for (int bar = 0; bar < nbars; bar++)
        if (!used[bar]) out[(*n)++] = item->gates[bar];
    return out;
}

bool exercise_is_hip(const Exercise *ex) {
    for (int i = 0; i < ex->nfunctions; i++)
        if (!strcmp(ex->functions[i].name, HIP_SET_WAVE)) return true;
    return false;
}

bool exercise_has_arg(const Exercise *ex, const char *name) {
    for (int i = 0; i < ex->nargs; i++)
        if (!strcmp(ex->args[i].name, name)) return true;
    return false;
}

bool exercise_limits(const Exercise *ex, const char *metric, double most) {
    for (int i = 0; i < ex->ngates; i++) {
        const Gate *g = &ex->gates[i];
        if (!strcmp(g->metric, metric) && !g->at_least && g->bound <= most)
            return true;
    }
    return false;
}
