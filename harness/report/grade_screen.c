// The last screen of kata grade, and the same as JSON; see grade.h.
#include "report/grade.h"

#include "base/json.h"
#include "base/path.h"

#include <string.h>

typedef struct GradeCount {
    int handed, passed, failed, refused, open;
    double points;
} GradeCount;

static GradeCount count_task(const ClassView *v, int t) {
    GradeCount n = {0};
    for (int i = 0; i < v->roster->n; i++) {
        const ClassResult *r = class_result(v, i, t);
        const char *word = report_grade_word(v, i, t);
        n.handed += strcmp(word, "missing") != 0;
        n.refused += !strcmp(word, "refused");
        n.open += !strcmp(word, "not judged");
        n.passed += r->g && r->g->verdict == VERDICT_PASS;
        n.points += r->score.points;
    }
    n.failed = n.handed - n.passed - n.refused - n.open;
    return n;
}

static void show_task(const Term *t, const ClassView *v, int i, size_t wide,
                      Buf *out) {
    GradeCount n = count_task(v, i);
    buf_fmt(out, "  %-*s  %4d handed in  ", (int)wide, v->tasks[i].ex->id,
            n.handed);
    term_ink(t, out, INK_GOOD, "%4d pass", n.passed);
    buf_fmt(out, "  %4d fail  mean %.2f of %.2f", n.failed,
            n.points / max_of(v->roster->n, 1), v->rows[i].points);
    if (n.refused) buf_fmt(out, ", %d refused", n.refused);
    if (n.open) term_ink(t, out, INK_BAD, ", %d not judged", n.open);
    buf_char(out, '\n');
}

static void show_remarks(const Term *t, const Roster *r, Buf *out) {
    enum { MOST = 8 };
    if (!r->nremarks) return;
    buf_fmt(out, "%d file%s with another name, or left out:\n", r->nremarks,
            r->nremarks == 1 ? "" : "s");
    for (int i = 0; i < r->nremarks && i < MOST; i++) {
        Buf line = {0};
        buf_fmt(&line, "%s: %s", r->remarks[i].what, r->remarks[i].why);
        term_wrap(t, out, 2, buf_text(&line));
        buf_free(&line);
    }
    if (r->nremarks > MOST)
        buf_fmt(out, "  and %d more, in index.html\n", r->nremarks - MOST);
}

static void show_counts(const Term *t, const ClassView *v, Buf *out) {
    int look = 0, open = 0;
    const char *why = NULL; // the first of those that are open
    for (int i = 0; i < v->roster->n; i++)
        for (int k = 0; k < v->ntasks; k++) {
            look += class_look_at(v, i, k) != NULL;
            if (strcmp(report_grade_word(v, i, k), "not judged") != 0) continue;
            if (!open++) why = class_look_at(v, i, k);
        }
    if (look)
        term_ink(t, out, INK_WARN, "%d result%s an instructor should look at\n",
                 look, look == 1 ? "" : "s");
    if (open) {
        Buf text = {0};
        buf_fmt(&text,
                "%d could not be judged, the first because: %s. The same "
                "command tries again.",
                open, why ? why : "");
        term_wrap(t, out, 0, buf_text(&text));
        buf_free(&text);
    }
    if (v->npairs)
        buf_fmt(out, "%d pair%s of files share%s at least %.0f %%\n", v->npairs,
                v->npairs == 1 ? "" : "s", v->npairs == 1 ? "s" : "",
                v->threshold * 100);
    show_remarks(t, v->roster, out);
}

static void show_class_head(const Term *t, const ClassView *v, Buf *out) {
    Buf line = {0};
    buf_fmt(&line, "%s: %d learner%s, on %s, seed 0x%llx", v->title,
            v->roster->n, v->roster->n == 1 ? "" : "s", v->ran_on,
            (unsigned long long)v->seed);
    term_wrap(t, out, 0, buf_text(&line));
    buf_char(out, '\n');
    buf_free(&line);
}

void report_grade(const Term *t, const ClassView *v, Buf *out) {
    size_t wide = 0;
    for (int i = 0; i < v->ntasks; i++)
        wide = max_of(wide, strlen(v->tasks[i].ex->id));
    show_class_head(t, v, out);
    for (int i = 0; i < v->ntasks; i++)
        show_task(t, v, i, wide, out);
    buf_char(out, '\n');
    show_counts(t, v, out);
    buf_fmt(out, "results: %s/index.html, results.csv, junit.xml, results/\n",
            v->folder);
}

// ---- JSON

static void put_result(const ClassView *v, int i, int t, Json *j) {
    const ClassResult *r = class_result(v, i, t);
    json_open(j, '{');
    json_kstr(j, "exercise", v->tasks[t].ex->id);
    json_kstr(j, "result", report_grade_word(v, i, t));
    json_knum(j, "points", r->score.points);
    json_knum(j, "max", r->score.max);
    json_kstr(j, "device", r->g && *r->g->device ? r->g->device : NULL);
    json_kbool(j, "modelled", r->g && *r->g->device && r->g->modelled);
    json_kstr(j, "summary", r->g ? r->g->summary : v->roster->at[i].of[t].why);
    json_kstr(j, "look_at", class_look_at(v, i, t));
    json_close(j, '}');
}

void report_grade_json(const ClassView *v, Buf *out) {
    Json j = json_to(out);
    Buf seed = {0};
    buf_fmt(&seed, "0x%llx", (unsigned long long)v->seed);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "folder", v->folder);
    json_kstr(&j, "asked_on", v->on);
    json_kstr(&j, "on", v->ran_on);
    json_kstr(&j, "seed", buf_text(&seed));
    json_key(&j, "learners");
    json_open(&j, '[');
    for (int i = 0; i < v->roster->n; i++) {
        ClassSum sum = class_sum(v, i);
        json_open(&j, '{');
        json_kstr(&j, "learner", v->roster->at[i].name);
        json_kstr(&j, "slug", v->roster->at[i].slug);
        json_knum(&j, "points", sum.points);
        json_knum(&j, "max", sum.max);
        json_key(&j, "results");
        json_open(&j, '[');
        for (int t = 0; t < v->ntasks; t++)
            put_result(v, i, t, &j);
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_key(&j, "similar");
    json_open(&j, '[');
    for (int i = 0; i < v->npairs; i++) {
        const SimilarPair *p = &v->pairs[i];
        json_open(&j, '{');
        json_kstr(&j, "exercise", v->tasks[p->task].ex->id);
        json_kstr(&j, "a", v->roster->at[p->a].name);
        json_kstr(&j, "b", p->b < 0 ? NULL : v->roster->at[p->b].name);
        json_knum(&j, "of_a", p->like.of_a);
        json_knum(&j, "of_b", p->like.of_b);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_key(&j, "remarks");
    json_open(&j, '[');
    for (int i = 0; i < v->roster->nremarks; i++) {
        json_open(&j, '{');
        json_kstr(&j, "what", v->roster->remarks[i].what);
        json_kstr(&j, "why", v->roster->remarks[i].why);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
    buf_free(&seed);
}
