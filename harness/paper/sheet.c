// Drawing a sheet.
//
//   ask: "A tensor of shape ($a, $b) has $(a * b) elements."
//
// In the texts of a question, $name is what was drawn for name, $(expr) the
// value of an expression, and $$ a dollar sign.
#include "paper/sheet.h"

#include "base/vec.h"
#include "paper/functions.h"
#include "paper/profile.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct Draw {
    Arena *a;
    const Question *q;
    const Pick *pick; // the row of choose:, or NULL
    Env env;
    Err *err;
} Draw;

char *sheet_number(Arena *a, double v) {
    if (v == floor(v) && fabs(v) < 1e18) return arena_fmt(a, "%.0f", v);
    return arena_fmt(a, "%.6g", v);
}

// ---- texts

static const char *word_of(const Draw *d, const char *name) {
    for (int i = 0; d->pick && i < d->pick->n; i++)
        if (!strcmp(d->pick->at[i].name, name) && !d->pick->at[i].is_number)
            return d->pick->at[i].word;
    return NULL;
}

static bool add_value(Draw *d, const char *text, Buf *out) {
    const char *word = word_of(d, text);
    if (word) {
        buf_str(out, word);
        return true;
    }
    Num v;
    Expr *x = expr_parse(d->a, text, d->q->loc, d->err);
    if (!x || !expr_eval(x, &d->env, NULL, &v, d->err)) return false;
    buf_str(out, sheet_number(d->a, v.d));
    return true;
}

// Returns the end of "name" or "(...)" at s; s itself if it is neither.
static const char *reference_end(const char *s) {
    const char *at = s;
    int depth = 0;
    if (*s != '(') {
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        return at;
    }
    for (; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0) return at + 1;
    }
    return s;
}

// Returns the text with its references replaced; NULL after an error.
static char *fill_in(Draw *d, const char *text) {
    Buf out = {0};
    bool ok = true;
    while (ok && *text) {
        if (*text != '$') {
            buf_char(&out, *text++);
            continue;
        }
        const char *end = reference_end(++text);
        size_t n = (size_t)(end - text);
        if (n == 0) {
            buf_char(&out, '$');
            text += *text == '$';
            continue;
        }
        bool call = *text == '(';
        ok = add_value(d, arena_strn(d->a, text + call, n - 2 * call), &out);
        text = end;
    }
    char *filled = ok ? arena_strn(d->a, buf_text(&out), out.len) : NULL;
    buf_free(&out);
    return filled;
}

// ---- numbers

static bool eval_all(Draw *d, Expr **x, int n, double *out, bool *whole) {
    for (int i = 0; i < n; i++) {
        Num v;
        if (!expr_eval(x[i], &d->env, NULL, &v, d->err)) return false;
        out[i] = v.d;
        if (whole) *whole &= v.is_int;
    }
    return true;
}

// Fills at with 0 .. n-1 in an order drawn from rng.
static void permute_options(Rng *rng, int *at, int n) {
    for (int i = 0; i < n; i++)
        at[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)rng_below(rng, (uint64_t)i + 1), was = at[i];
        at[i] = at[k];
        at[k] = was;
    }
}

// Copies of a question take different rows as long as there are some.
static const Pick *draw_pick(Arena *a, const Question *q, uint64_t seed,
                             int copy) {
    Rng rng;
    int *order = arena_array(a, int, (size_t)q->npicks);
    sheet_stream(&rng, seed, arena_fmt(a, "%s choose", q->id));
    permute_options(&rng, order, q->npicks);
    return &q->picks[order[copy % q->npicks]];
}

static bool draw_vars(Draw *d, Rng *rng) {
    const Question *q = d->q;
    if (d->pick) {
        for (int i = 0; i < d->pick->n; i++)
            if (d->pick->at[i].is_number)
                env_set(&d->env, d->pick->at[i].name, d->pick->at[i].number);
    }
    for (int i = 0; i < q->nvars; i++) {
        Num v;
        if (!expr_eval(q->vars[i].expr, &d->env, rng, &v, d->err)) return false;
        env_set(&d->env, q->vars[i].name, v);
    }
    return true;
}

static bool same_values(const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        if (fabs(a[i] - b[i]) > 1e-9 * fmax(fabs(a[i]), fabs(b[i])))
            return false;
    return true;
}

// Mistakes that give the right answer with these numbers are left out, and so
// are those that another one has given before.
static bool draw_slips(Draw *d, Drawn *out) {
    const Question *q = d->q;
    out->slips = arena_array(d->a, Slip, (size_t)q->nmistakes);
    for (int i = 0; i < q->nmistakes; i++) {
        const Mistake *m = &q->mistakes[i];
        Slip slip = {.id = m->id};
        if (!eval_all(d, m->value, m->nvalues, slip.value, NULL)) return false;
        bool known = same_values(slip.value, out->want, out->nwant);
        for (int k = 0; k < out->nslips; k++)
            known |= same_values(slip.value, out->slips[k].value, out->nwant);
        if (known) continue;
        slip.say = fill_in(d, m->say);
        if (!slip.say) return false;
        out->slips[out->nslips++] = slip;
    }
    return true;
}

static bool draw_answer(Draw *d, Drawn *out) {
    const Question *q = d->q;
    out->whole = true;
    out->nwant = q->nanswers;
    if (!eval_all(d, q->answer, q->nanswers, out->want, &out->whole))
        return false;
    if (q->kind != ASK_WORD) return true;
    out->word = (int)out->want[0];
    if (out->want[0] >= 0 && out->want[0] < q->nwords) return true;
    err_at(d->err, q->answer[0]->loc, "'%s' is %g, and there are %d words",
           q->answer[0]->text, out->want[0], q->nwords);
    return err_hint(d->err, "0 is the first word");
}

static void shuffle_order(Arena *a, Rng *rng, Drawn *out) {
    int n = out->q->noptions;
    out->shown = arena_array(a, int, (size_t)n);
    permute_options(rng, out->shown, n);
    // Things to sort must not be shown sorted.
    bool sorted = out->q->kind == ASK_ORDER;
    for (int i = 0; i < n; i++)
        sorted &= out->shown[i] == i;
    if (sorted && n > 1) {
        out->shown[0] = 1;
        out->shown[1] = 0;
    }
}

static bool draw_question(Arena *a, const Question *q, uint64_t seed, int copy,
                          const Env *given, bool open, Drawn *out, Err *err) {
    Draw d = {.a = a, .q = q, .env = {.call = function_call}, .err = err};
    Rng rng;
    for (int i = 0; i < given->n; i++)
        env_set(&d.env, given->at[i].name, given->at[i].value);
    out->q = q;
    out->key = copy ? arena_fmt(a, "%s-%d", q->id, copy + 1) : q->id;
    if (q->npicks) d.pick = draw_pick(a, q, seed, copy);
    sheet_stream(&rng, seed, out->key);
    bool ok = draw_vars(&d, &rng);
    if (ok) shuffle_order(a, &rng, out);
    ok = ok && (out->ask = fill_in(&d, q->ask)) &&
         (out->title = fill_in(&d, q->title));
    if (open) { // how many values the form asks for
        out->nwant = q->nanswers;
        vec_free(&d.env);
        return ok;
    }
    ok = ok && draw_answer(&d, out) && draw_slips(&d, out);
    if (ok && q->method) ok = (out->method = fill_in(&d, q->method));
    if (ok && q->look) ok = (out->look = fill_in(&d, q->look));
    vec_free(&d.env);
    return ok;
}

static bool draw_all(Arena *a, uint64_t seed, const Env *given, bool open,
                     Sheet *out, Err *err) {
    const Paper *p = out->ex->paper;
    for (int i = 0; i < p->nquestions; i++)
        for (int copy = 0; copy < p->questions[i].times; copy++) {
            Drawn *d = &out->at[out->n++];
            d->number = out->n;
            if (!draw_question(a, &p->questions[i], seed, copy, given, open, d,
                               err))
                return false;
        }
    return true;
}

bool sheet_draw(Arena *a, const Exercise *ex, uint64_t seed, Sheet *out,
                Err *err) {
    return sheet_draw_given(a, ex, seed, NULL, out, err);
}

bool sheet_draw_given(Arena *a, const Exercise *ex, uint64_t seed,
                      const Env *given, Sheet *out, Err *err) {
    const Paper *p = ex->paper;
    int n = 0;
    *out = (Sheet){.ex = ex, .seed = seed};
    for (int i = 0; i < p->nquestions; i++)
        n += p->questions[i].times;
    out->at = arena_array(a, Drawn, (size_t)n);
    Env env = {.call = function_call};
    bool ok = profile_arguments(ex, seed, &env, err);
    for (int i = 0; given && i < given->n; i++)
        env_set(&env, given->at[i].name, given->at[i].value);
    bool open = ex->kind == KIND_PROFILE && !given;
    ok = ok && draw_all(a, seed, &env, open, out, err);
    vec_free(&env);
    return ok;
}
