// See class.h.
#include "grade/class.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

ClassSum class_sum(const ClassView *v, int learner) {
    ClassSum sum = {0};
    for (int t = 0; t < v->ntasks; t++) {
        const ClassResult *r = class_result(v, learner, t);
        sum.points += r->score.points;
        sum.max += r->score.max;
        sum.passed += r->g && r->g->verdict == VERDICT_PASS;
        sum.open += r->score.open;
    }
    return sum;
}

static bool ran_the_same(const Grading *a, const Grading *b) {
    return a->modelled == b->modelled && !strcmp(a->device, b->device);
}

static void add_machine(Buf *out, const Grading *g) {
    if (out->len) buf_str(out, " and ");
    buf_fmt(out, g->modelled ? "the simulated device (%s, modelled)" : "%s",
            g->device);
}

// A result that was never run names no device.
const char *class_ran_on(Arena *a, const ClassView *v) {
    int all = v->roster->n * v->ntasks;
    Buf out = {0};
    for (int i = 0; i < all; i++) {
        const Grading *g = v->at[i].g;
        bool told = !g || !*g->device;
        for (int k = 0; !told && k < i; k++)
            told = v->at[k].g && ran_the_same(v->at[k].g, g);
        if (!told) add_machine(&out, g);
    }
    const char *text = out.len ? arena_str(a, buf_text(&out)) : v->on;
    buf_free(&out);
    return text;
}

const char *class_look_at(const ClassView *v, int learner, int task) {
    const Submission *s = &v->roster->at[learner].of[task];
    const Grading *g = class_result(v, learner, task)->g;
    if (s->state == HANDED_REFUSED) return s->why;
    if (s->state == HANDED_NOTHING) return NULL;
    if (!g) return "it has not been judged yet";
    switch (g->verdict) {
    case VERDICT_SUSPECT:
    case VERDICT_INCONCLUSIVE:
    case VERDICT_ENV:
    case VERDICT_NONE: return g->summary;
    default: return NULL;
    }
}

// ---- likeness

typedef struct Comparison { // of the files of one task
    Arena *a;
    ClassView *v;
    int task, cap;
    Str stub;
    Language language;
} Comparison;

static Str read_text(Arena *a, const char *path) {
    Buf text = {0};
    Err ignored = {0};
    Str s = {"", 0};
    if (path_is_file(path) && file_read(path, &text, &ignored))
        s = (Str){arena_strn(a, buf_text(&text), text.len), text.len};
    buf_free(&text);
    err_clear(&ignored);
    return s;
}

static Fingerprints prints_of(const Comparison *c, const char *path) {
    return similar_prints(c->a, c->language, read_text(c->a, path), c->stub);
}

static void compare_two(Comparison *c, int a, int b, const Fingerprints *x,
                        const Fingerprints *y) {
    ClassView *v = c->v;
    if (x->n < SIMILAR_LEAST || y->n < SIMILAR_LEAST) return;
    Likeness l = similar_compare(x, y);
    if (max_of(l.of_a, l.of_b) < v->threshold) return;
    GROW(c->a, SimilarPair, v->pairs, v->npairs, c->cap);
    v->pairs[v->npairs++] = (SimilarPair){c->task, a, b, l};
}

static Language language_of(const Exercise *ex) {
    return ex->kind == KIND_TRITON || ex->kind == KIND_PYTHON ? LANGUAGE_PYTHON
                                                              : LANGUAGE_C;
}

static void compare_task(Comparison *c) {
    const Exercise *ex = c->v->tasks[c->task].ex;
    const Roster *r = c->v->roster;
    c->language = language_of(ex);
    c->stub = read_text(c->a, path_join(c->a, ex->dir, ex->file));
    Fingerprints ours = prints_of(c, path_join(c->a, ex->sol, ex->file));
    Fingerprints *of = arena_array(c->a, Fingerprints, (size_t)r->n);
    for (int i = 0; i < r->n; i++) {
        const Submission *s = &r->at[i].of[c->task];
        if (s->state != HANDED_FILE) continue;
        of[i] = prints_of(c, s->copy);
        compare_two(c, i, -1, &of[i], &ours);
        for (int k = 0; k < i; k++)
            compare_two(c, k, i, &of[k], &of[i]);
    }
}

static int by_share(const void *a, const void *b) {
    const SimilarPair *x = a, *y = b;
    double of_x = max_of(x->like.of_a, x->like.of_b);
    double of_y = max_of(y->like.of_a, y->like.of_b);
    if (of_x != of_y) return of_x > of_y ? -1 : 1;
    if (x->task != y->task) return x->task - y->task;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

void class_compare(Arena *a, ClassView *v) {
    Comparison c = {.a = a, .v = v};
    for (c.task = 0; c.task < v->ntasks; c.task++)
        compare_task(&c);
    if (v->npairs)
        qsort(v->pairs, (size_t)v->npairs, sizeof *v->pairs, by_share);
}

void class_pair(Arena *a, const ClassView *v, const SimilarPair *p,
                MarkedText out[2]) {
    const Exercise *ex = v->tasks[p->task].ex;
    Str stub = read_text(a, path_join(a, ex->dir, ex->file));
    const char *ours = path_join(a, ex->sol, ex->file);
    const int who[] = {p->a, p->b};
    Fingerprints f[2];
    int lines[2] = {1, 1};
    for (int i = 0; i < 2; i++) {
        out[i].text = read_text(
            a, who[i] < 0 ? ours : v->roster->at[who[i]].of[p->task].copy);
        f[i] = similar_prints(a, language_of(ex), out[i].text, stub);
        for (size_t k = 0; k < out[i].text.n; k++)
            lines[i] += out[i].text.p[k] == '\n';
        out[i].marks = arena_array(a, bool, (size_t)lines[i] + 1);
    }
    for (int i = 0; i < 2; i++)
        similar_mark(&f[i], &f[1 - i], out[i].marks, lines[i]);
}
