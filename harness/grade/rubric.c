// See rubric.h.
#include "grade/rubric.h"

#include "base/str.h"
#include "plan/answers.h"
#include "plan/paper.h"
#include "plan/read.h"

#include <string.h>

enum { POINTS_MOST = 10000, POINTS_USUAL = 10 };
static const double correctness_usual = 0.6;

typedef struct RubricDraft {
    Rubric *rubric;
    const Task *tasks;
    const Plan *plan;
    RubricRow usual;  // of exercises that say nothing else
    RubricRow *row;   // being read
    const Task *task; // of it; NULL: of all
    const Node *exercises;
} RubricDraft;

// ---- values

static bool take_number(Read *r, const Node *n, const char *key, double lo,
                        double hi, double *out) {
    double value;
    if (!read_number(r, n, key, &value)) return false;
    if (value >= lo && value <= hi) {
        *out = value;
        return true;
    }
    node_err(n, r->err, "%s: %s is out of range", key, n->text);
    return err_hint(r->err,
                    hi == 1 ? "%s: is 0%% to 100%%" : "%s: is 0 to 10000", key);
}

static void key_points(Read *r, const Node *n, void *out) {
    take_number(r, n, "points", 0, POINTS_MOST,
                &((RubricDraft *)out)->row->points);
}

static void key_correctness(Read *r, const Node *n, void *out) {
    take_number(r, n, "correctness", 0, 1,
                &((RubricDraft *)out)->row->correctness);
}

static void key_partial(Read *r, const Node *n, void *out) {
    read_bool(r, n, "partial", &((RubricDraft *)out)->row->partial);
}

// Names that a map of weights may use.
typedef struct Names {
    const char **at;
    int n, cap;
} Names;

static void add_name(Arena *a, Names *names, const char *name) {
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->at[i], name)) return;
    GROW(a, const char *, names->at, names->n, names->cap);
    names->at[names->n++] = name;
}

static void read_weights(Read *r, const Node *n, const char *key,
                         const char *what, const Names *names, Weights *out) {
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "%s: is a map of names and numbers", key);
        err_hint(r->err, "for example %s: {%s: 2}", key,
                 names->n ? names->at[0] : "name");
        return;
    }
    *out = (Weights){arena_array(r->a, Weight, (size_t)n->n), 0};
    for (int i = 0; i < n->n; i++) {
        Weight w = {n->keys[i], 0};
        int k = 0;
        while (k < names->n && strcmp(names->at[k], w.name) != 0)
            k++;
        if (k == names->n)
            read_unknown_key(r, n, i, what, names->at, names->n);
        else if (take_number(r, n->at[i], w.name, 0, POINTS_MOST, &w.value))
            out->at[out->n++] = w;
    }
}

static void add_gates_of(Read *r, const Task *t, Names *names) {
    int n;
    const Gate *gates = plan_gates(r->a, t->ex, t->item, &n);
    for (int i = 0; i < n; i++)
        add_name(r->a, names, gates[i].metric);
    for (int i = 0; i < t->ex->nanswers; i++)
        add_name(r->a, names, t->ex->answers[i].id);
}

static void key_gates(Read *r, const Node *n, void *out) {
    RubricDraft *d = out;
    Names names = {0};
    add_gates_of(r, d->task, &names);
    if (names.n == 0) {
        node_err(n, r->err, "'%s' has no gates", d->task->ex->id);
        err_hint(r->err, "leave gates: out; correctness has all its points");
        return;
    }
    read_weights(r, n, "gates",
                 arena_fmt(r->a, "the gates of '%s'", d->task->ex->id), &names,
                 &d->row->gates);
}

static void key_medals(Read *r, const Node *n, void *out) {
    RubricDraft *d = out;
    Names names = {0};
    for (int t = 0; t < d->rubric->n; t++)
        for (int i = 0; i < d->tasks[t].ex->nmedals; i++)
            if (!d->task || d->task == &d->tasks[t])
                add_name(r->a, &names, d->tasks[t].ex->medals[i].name);
    // Those that kata gives anywhere; none of these exercises may have any.
    if (!d->task) {
        add_name(r->a, &names, "silver");
        add_name(r->a, &names, "gold");
    }
    read_weights(r, n, "medals", "the medals", &names, &d->row->medals);
}

// ---- the file

static void key_rubric_format(Read *r, const Node *n, void *out) {
    (void)out;
    read_format(r, n);
}

static void key_exercises(Read *r, const Node *n, void *out) {
    (void)r;
    ((RubricDraft *)out)->exercises = n;
}

static void read_exercise(Read *r, RubricDraft *d, const Node *map, int i) {
    static const Key keys[] = {
        {"points", key_points, false},
        {"correctness", key_correctness, false},
        {"partial", key_partial, false},
        {"gates", key_gates, false},
        {"medals", key_medals, false},
    };
    const char **names =
        arena_array(r->a, const char *, (size_t)d->rubric->n + 1);
    int at = 0;
    for (int k = 0; k < d->rubric->n; k++)
        names[k] = d->tasks[k].ex->id;
    while (at < d->rubric->n && strcmp(names[at], map->keys[i]) != 0)
        at++;
    if (at == d->rubric->n) {
        // A rubric for a term serves for every week of it.
        if (!plan_find(d->plan, map->keys[i]))
            read_unknown_key(r, map, i, "the exercises that are graded", names,
                             d->rubric->n);
        return;
    }
    d->task = &d->tasks[at];
    d->row = &d->rubric->rows[at];
    read_map(r, map->at[i], "an exercise of a rubric", keys, COUNT_OF(keys), d);
}

static void read_rubric(Read *r, RubricDraft *d, const Node *root) {
    static const Key keys[] = {
        {"format", key_rubric_format, true},
        {"points", key_points, false},
        {"correctness", key_correctness, false},
        {"partial", key_partial, false},
        {"medals", key_medals, false},
        {"exercises", key_exercises, false},
    };
    d->row = &d->usual;
    if (!read_map(r, root, "a rubric", keys, COUNT_OF(keys), d)) return;
    for (int i = 0; i < d->rubric->n; i++)
        d->rubric->rows[i] = d->usual;
    if (!d->exercises) return;
    if (d->exercises->kind != NODE_MAP) {
        node_err(d->exercises, r->err, "exercises: is a map, by their ids");
        err_hint(r->err, "for example exercises: {%s: {points: 20}}",
                 d->rubric->n ? d->tasks[0].ex->id : "vector-add");
        return;
    }
    for (int i = 0; i < d->exercises->n; i++)
        read_exercise(r, d, d->exercises, i);
}

bool rubric_load(Arena *a, const char *path, const Task *tasks, int ntasks,
                 const Plan *plan, Rubric *out, Err *err) {
    RubricDraft d = {
        .rubric = out,
        .tasks = tasks,
        .plan = plan,
        .usual = {.points = POINTS_USUAL, .correctness = correctness_usual},
    };
    Read r = {a, err};
    *out = (Rubric){path, arena_array(a, RubricRow, (size_t)ntasks), ntasks};
    for (int i = 0; i < ntasks; i++)
        out->rows[i] = d.usual;
    if (!path) return true;
    const Node *root = yaml_load(a, path, err);
    if (root) read_rubric(&r, &d, root);
    return err_count(err) == 0;
}

// ---- points

static double weight_of(const Weights *w, const char *name, double otherwise) {
    for (int i = 0; i < w->n; i++)
        if (!strcmp(w->at[i].name, name)) return w->at[i].value;
    return otherwise;
}

static bool is_right(const Grading *g) {
    return g->ncases > 0 && g->passed == g->ncases &&
           strcmp(g->stage, "build") != 0 && strcmp(g->stage, "run") != 0 &&
           strcmp(g->stage, "correct") != 0;
}

// Gates of one metric share its weight.
static double gate_weight(const RubricRow *row, const Grading *g, int i) {
    int same = 0;
    for (int k = 0; k < g->ngates; k++)
        same += !strcmp(g->gates[k].metric, g->gates[i].metric);
    return weight_of(&row->gates, g->gates[i].metric, row->gates.n ? 0 : 1) /
           same;
}

static const char *cases_text(Arena *a, const Grading *g) {
    return arena_fmt(a, "%d of %d cases are right.%s%s", g->passed, g->ncases,
                     is_right(g) ? "" : " ", is_right(g) ? "" : g->summary);
}

static void score_gates(Arena *a, const RubricRow *row, const Grading *g,
                        double share, double all, Score *s) {
    for (int i = 0; i < g->ngates; i++) {
        const GradeGate *o = &g->gates[i];
        bool judged = o->verdict != VERDICT_SKIPPED;
        double weight = judged ? gate_weight(row, g, i) : 0;
        ScorePart *p = &s->parts[s->nparts++];
        *p = (ScorePart){.name = arena_fmt(a, "%s %s", o->name, o->bound),
                         .why = o->why,
                         .max = all > 0 ? share * weight / all : 0,
                         .verdict = o->verdict};
        // The default is that a suspect time, too, earns nothing.
        if (is_right(g) && o->verdict == VERDICT_PASS) p->points = p->max;
    }
}

static void score_medal(Arena *a, const RubricRow *row, const Grading *g,
                        Score *s) {
    double bonus = *g->medal ? weight_of(&row->medals, g->medal, 0) : 0;
    if (bonus <= 0 || !is_right(g)) return;
    s->parts[s->nparts++] =
        (ScorePart){.name = arena_fmt(a, "medal: %s", g->medal),
                    .why = "on top of the points",
                    .points = bonus,
                    .verdict = VERDICT_PASS};
}

Score rubric_score(Arena *a, const RubricRow *row, const Grading *g,
                   const char *why) {
    Score s = {.max = row->points, .open = g && !grading_counts(g)};
    s.parts = arena_array(a, ScorePart, (size_t)(g ? g->ngates : 0) + 2);
    ScorePart *correct = &s.parts[s.nparts++];
    *correct = (ScorePart){.name = "correct",
                           .why = why,
                           .max = row->points,
                           .verdict = VERDICT_FAIL};
    if (!g) return s;
    double all = 0;
    for (int i = 0; i < g->ngates; i++)
        if (g->gates[i].verdict != VERDICT_SKIPPED)
            all += gate_weight(row, g, i);
    if (all > 0) correct->max = row->points * row->correctness;
    correct->why = g->ncases ? cases_text(a, g) : g->summary;
    correct->verdict = is_right(g) ? VERDICT_PASS : g->verdict;
    if (is_right(g))
        correct->points = correct->max;
    else if (row->partial && g->ncases > 0) // a trap is one wrong case more
        correct->points =
            correct->max * g->passed / (g->ncases + (g->passed == g->ncases));
    score_gates(a, row, g, row->points - correct->max, all, &s);
    score_medal(a, row, g, &s);
    for (int i = 0; i < s.nparts; i++)
        s.points += s.parts[i].points;
    return s;
}
