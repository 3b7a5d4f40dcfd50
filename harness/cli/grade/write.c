// See class.h: lists and pages, made anew from what is known.
#include "cli/grade/class.h"

#include "base/path.h"
#include "report/grade.h"

static bool write_result(Class *c, const char *name, Buf *text, Err *err) {
    bool ok = file_write(path_join(&c->a->arena, c->out, name), buf_text(text),
                         text->len, err);
    buf_clear(text);
    return ok;
}

static bool write_lists(Class *c, Buf *b, Err *err) {
    static const struct {
        const char *name;
        void (*make)(const ClassView *v, Buf *out);
    } lists[] = {
        {"results.csv", report_grade_csv},
        {"details.csv", report_grade_details},
        {"similar.csv", report_grade_similar},
        {"junit.xml", report_grade_junit},
    };
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        lists[i].make(&c->view, b);
        if (!write_result(c, lists[i].name, b, err)) return false;
    }
    return true;
}

static bool write_learner(Class *c, int i, Buf *b, Err *err) {
    Arena *m = &c->a->arena;
    const char *slug = c->roster.at[i].slug;
    report_grade_gradescope(&c->view, i, b);
    if (!write_result(c, arena_fmt(m, "results/%s.json", slug), b, err))
        return false;
    report_grade_learner(&c->view, i, b);
    return write_result(c, arena_fmt(m, "pages/%s.html", slug), b, err);
}

// Side by side, the first of the pairs.
static bool write_pairs(Class *c, Buf *b, Err *err) {
    char *dir = path_join(&c->a->arena, c->out, "similar");
    bool ok = path_remove_all(dir, err) && path_make_dirs(dir, err);
    for (int i = 0; ok && i < min_of(c->view.npairs, (int)REPORT_PAIRS_MOST);
         i++) {
        Arena m = {0};
        MarkedText both[2];
        class_pair(&m, &c->view, &c->view.pairs[i], both);
        report_grade_pair(&c->view, i, both, b);
        ok = write_result(c, arena_fmt(&m, "similar/%d.html", i + 1), b, err);
        arena_reset(&m);
    }
    return ok;
}

bool class_write(Class *c, Err *err) {
    Arena *m = &c->a->arena;
    ClassView *v = &c->view;
    Buf b = {0};
    for (int i = 0; i < c->roster.n; i++)
        for (int t = 0; t < v->ntasks; t++) {
            ClassResult *r = class_result(v, i, t);
            r->score = rubric_score(m, &c->rubric.rows[t], r->g,
                                    c->roster.at[i].of[t].why);
        }
    v->ran_on = class_ran_on(m, v);
    class_compare(m, v);
    // Of learners who are no longer there nothing is to be handed on.
    bool ok = path_remove_all(path_join(m, c->out, "results"), err) &&
              path_make_dirs(path_join(m, c->out, "results"), err) &&
              path_make_dirs(path_join(m, c->out, "pages"), err) &&
              write_lists(c, &b, err) && write_pairs(c, &b, err);
    for (int i = 0; ok && i < c->roster.n; i++)
        ok = write_learner(c, i, &b, err);
    // Last, so that what it links to is there.
    if (ok) {
        report_grade_index(v, &b);
        ok = write_result(c, "index.html", &b, err);
    }
    buf_free(&b);
    return ok;
}
