// Pages of a graded class: one for the instructor, one for each learner; see
// grade.h.
#include "report/grade.h"
#include "report/page_parts.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

// ---- parts of both

static void open_page(const char *title, const char *what, const ClassView *v,
                      Buf *out) {
    const Frame frame = {.title = title};
    frame_open(&frame, out);
    html_put(out, "<header><h1>%s</h1><p class=\"mute\">%s, ", title, what);
    put_when(out, v->now);
    html_put(out, ", seed 0x%llx</p></header>\n<main>",
             (unsigned long long)v->seed);
}

static void close_page(const ClassView *v, Buf *out) {
    const Frame frame = {0};
    html_put(out, "</main><footer>kata %s</footer>\n", v->version);
    frame_close(&frame, out);
}

static void open_table(Buf *out, const char *const *heads, int n) {
    buf_str(out, "<div class=\"scroll\"><table><thead><tr>");
    for (int i = 0; i < n; i++)
        html_put(out, "<th scope=\"col\">%s</th>", heads[i]);
    buf_str(out, "</tr></thead><tbody>");
}

static void close_table(Buf *out) {
    buf_str(out, "</tbody></table></div>");
}

static void put_word(const ClassView *v, int i, int t, Buf *out) {
    const Grading *g = class_result(v, i, t)->g;
    const char *word = report_grade_word(v, i, t);
    if (g && grading_counts(g))
        put_verdict(out, g->verdict);
    else
        html_put(out, "<span class=\"st %s\">%s</span>",
                 *word == 'm' ? "m" : "y", word);
}

// ---- a learner's page

static void put_parts(const ClassResult *r, Buf *out) {
    static const char *const heads[] = {"for", "points", "of", "result", "why"};
    open_table(out, heads, COUNT_OF(heads));
    for (int k = 0; k < r->score.nparts; k++) {
        const ScorePart *p = &r->score.parts[k];
        html_put(out,
                 "<tr><td>%s</td><td class=\"n\">%.2f</td>"
                 "<td class=\"n\">%.2f</td><td>",
                 p->name, p->points, p->max);
        put_verdict(out, p->verdict);
        html_put(out, "</td><td>%s</td></tr>", p->why);
    }
    close_table(out);
}

static void put_cases(const Grading *g, Buf *out) {
    static const char *const heads[] = {"case", "result", "why"};
    if (!g->nwrong) return;
    html_put(out, "<p>%d of %d cases are right. These are not:</p>", g->passed,
             g->ncases);
    open_table(out, heads, COUNT_OF(heads));
    for (int i = 0; i < g->nwrong; i++) {
        html_put(out, "<tr><td>%s</td><td>", g->cases[i].name);
        put_verdict(out, g->cases[i].verdict);
        html_put(out, "</td><td>%s</td></tr>", g->cases[i].why);
    }
    close_table(out);
}

static void put_result(const ClassView *v, int i, int t, Buf *out) {
    const ClassResult *r = class_result(v, i, t);
    const Exercise *ex = v->tasks[t].ex;
    const Grading *g = r->g;
    put_section(out, ex->id, ex->title);
    buf_str(out, "<p class=\"big\">");
    put_word(v, i, t, out);
    if (g && *g->medal) html_put(out, ", ★ %s", g->medal);
    html_put(out, ", %.2f of %.2f points</p>", r->score.points, r->score.max);
    html_put(out, "<p>%s</p>", g ? g->summary : v->roster->at[i].of[t].why);
    if (!g) {
        buf_str(out, "</section>\n");
        return;
    }
    if (g->untouched)
        buf_str(out, "<p>The file is the stub, as it was handed out.</p>");
    if (*g->mistake)
        html_put(out, "<p><strong>A known mistake:</strong> %s</p>",
                 g->mistake);
    if (*g->hint) html_put(out, "<p><strong>Hint:</strong> %s</p>", g->hint);
    put_parts(r, out);
    put_cases(g, out);
    if (*g->said) html_put(out, "<pre tabindex=\"0\">%s</pre>", g->said);
    // A file that does not compile ran nowhere.
    buf_str(out, "<p><small>");
    if (*g->device)
        html_put(out, "%s%s. ", g->device, g->modelled ? ", modelled" : "");
    html_put(out,
             "<a href=\"%s/%s.html\">The whole check</a>"
             "</small></p></section>\n",
             v->roster->at[i].slug, ex->id);
}

void report_grade_learner(const ClassView *v, int learner, Buf *out) {
    static const char *const heads[] = {"exercise", "result", "points", "of"};
    ClassSum sum = class_sum(v, learner);
    Buf what = {0};
    buf_fmt(&what, "%s, on %s", v->title, v->ran_on);
    open_page(v->roster->at[learner].name, buf_text(&what), v, out);
    buf_free(&what);
    put_section(out, "points", "Points");
    html_put(out, "<p class=\"big\">%.2f of %.2f</p>", sum.points, sum.max);
    if (sum.open)
        html_put(out,
                 "<p>%d of the exercises could not be judged. That is not the "
                 "learner's fault.</p>",
                 sum.open);
    open_table(out, heads, COUNT_OF(heads));
    for (int t = 0; t < v->ntasks; t++) {
        const ClassResult *r = class_result(v, learner, t);
        html_put(out, "<tr><td><a href=\"#%s\">%s</a></td><td>",
                 v->tasks[t].ex->id, v->tasks[t].ex->title);
        put_word(v, learner, t, out);
        html_put(out, "</td><td class=\"n\">%.2f</td><td class=\"n\">%.2f</td>",
                 r->score.points, r->score.max);
        buf_str(out, "</tr>");
    }
    close_table(out);
    buf_str(out, "</section>\n");
    for (int t = 0; t < v->ntasks; t++)
        put_result(v, learner, t, out);
    close_page(v, out);
}

// ---- the instructor's page

static void put_class_head(const ClassView *v, Buf *out) {
    buf_str(out, "<div class=\"scroll\"><table><thead><tr>"
                 "<th scope=\"col\">learner</th><th scope=\"col\">points</th>");
    for (int t = 0; t < v->ntasks; t++)
        html_put(out, "<th scope=\"col\">%s</th>", v->tasks[t].ex->id);
    buf_str(out, "</tr></thead><tbody>");
}

static void put_class_row(const ClassView *v, int i, Buf *out) {
    const Learner *l = &v->roster->at[i];
    ClassSum sum = class_sum(v, i);
    html_put(out,
             "<tr><td><a href=\"pages/%s.html\">%s</a></td>"
             "<td class=\"n\">%.2f of %.2f</td>",
             l->slug, l->name, sum.points, sum.max);
    for (int t = 0; t < v->ntasks; t++) {
        buf_str(out, "<td class=\"w\">");
        put_word(v, i, t, out);
        html_put(out, " %.2f</td>", class_result(v, i, t)->score.points);
    }
    buf_str(out, "</tr>\n");
}

static void page_class(const ClassView *v, Buf *out) {
    put_section(out, "class", "Class");
    put_class_head(v, out);
    for (int i = 0; i < v->roster->n; i++)
        put_class_row(v, i, out);
    close_table(out);
    buf_str(out, "</section>\n");
}

static void page_tasks(const ClassView *v, Buf *out) {
    static const char *const heads[] = {"exercise", "handed in", "passed",
                                        "mean points", "of"};
    put_section(out, "exercises", "Exercises");
    open_table(out, heads, COUNT_OF(heads));
    for (int t = 0; t < v->ntasks; t++) {
        int handed = 0, passed = 0;
        double points = 0;
        for (int i = 0; i < v->roster->n; i++) {
            const ClassResult *r = class_result(v, i, t);
            handed += v->roster->at[i].of[t].state != HANDED_NOTHING;
            passed += r->g && r->g->verdict == VERDICT_PASS;
            points += r->score.points;
        }
        html_put(out,
                 "<tr><td>%s (<code>%s</code>)</td><td class=\"n\">%d</td>"
                 "<td class=\"n\">%d</td><td class=\"n\">%.2f</td>"
                 "<td class=\"n\">%.2f</td></tr>",
                 v->tasks[t].ex->title, v->tasks[t].ex->id, handed, passed,
                 points / max_of(v->roster->n, 1), v->rows[t].points);
    }
    close_table(out);
    html_put(out, "<p class=\"mute\">Points: %s.",
             v->rubric ? v->rubric
                       : "10 for each exercise, 60 % of them for being right, "
                         "40 % for its gates (no rubric was given)");
    if (v->left_out)
        html_put(out, " %d exercise%s without code %s left out.", v->left_out,
                 v->left_out == 1 ? "" : "s", v->left_out == 1 ? "is" : "are");
    buf_str(out, "</p></section>\n");
}

// The mistake of a learner, or NULL.
static const char *mistake_of(const ClassView *v, int i, int t) {
    const Grading *g = class_result(v, i, t)->g;
    return g && *g->mistake ? g->mistake : NULL;
}

// A mistake in an exercise, and how many learners made it.
typedef struct Frequent {
    const char *words;
    int task, learners;
} Frequent;

// By exercise, the most frequent first.
static int by_learners(const void *a, const void *b) {
    const Frequent *x = a, *y = b;
    return x->task != y->task ? x->task - y->task : y->learners - x->learners;
}

static void count_mistakes(const ClassView *v, int t, Frequent *at, int *n) {
    int first = *n;
    for (int i = 0; i < v->roster->n; i++) {
        const char *words = mistake_of(v, i, t);
        int k = first;
        if (!words) continue;
        while (k < *n && strcmp(at[k].words, words) != 0)
            k++;
        if (k == *n) at[(*n)++] = (Frequent){words, t, 0};
        at[k].learners++;
    }
}

static void put_mistake(const ClassView *v, const Frequent *f, Buf *out) {
    const char *sep = "", *id = v->tasks[f->task].ex->id;
    html_put(out, "<tr><td>%s</td><td>%s</td><td class=\"n\">%d</td><td>", id,
             f->words, f->learners);
    for (int i = 0; i < v->roster->n; i++) {
        const char *own = mistake_of(v, i, f->task);
        if (!own || strcmp(own, f->words) != 0) continue;
        html_put(out, "%s<a href=\"pages/%s.html#%s\">%s</a>", sep,
                 v->roster->at[i].slug, id, v->roster->at[i].name);
        sep = ", ";
    }
    buf_str(out, "</td></tr>\n");
}

// Known mistakes: what to talk about in class.
static void page_mistakes(const ClassView *v, Buf *out) {
    static const char *const heads[] = {"exercise", "mistake", "learners",
                                        "who"};
    size_t most = (size_t)v->roster->n * (size_t)v->ntasks;
    Frequent *at = calloc(most + 1, sizeof *at);
    int n = 0;
    for (int t = 0; at && t < v->ntasks; t++)
        count_mistakes(v, t, at, &n);
    if (n) {
        qsort(at, (size_t)n, sizeof *at, by_learners);
        put_section(out, "mistakes", "Mistakes");
        buf_str(out, "<p class=\"mute\">Wrong results that are those of a "
                     "known mistake.</p>");
        open_table(out, heads, COUNT_OF(heads));
        for (int i = 0; i < n; i++)
            put_mistake(v, &at[i], out);
        close_table(out);
        buf_str(out, "</section>\n");
    }
    free(at);
}

static void page_look_at(const ClassView *v, Buf *out) {
    static const char *const heads[] = {"learner", "exercise", "result", "why"};
    bool any = false;
    for (int i = 0; i < v->roster->n; i++)
        for (int t = 0; t < v->ntasks; t++) {
            const char *why = class_look_at(v, i, t);
            if (!why) continue;
            if (!any) {
                put_section(out, "look", "Look at these yourself");
                open_table(out, heads, COUNT_OF(heads));
                any = true;
            }
            html_put(out,
                     "<tr><td><a href=\"pages/%s.html#%s\">%s</a></td>"
                     "<td>%s</td><td>",
                     v->roster->at[i].slug, v->tasks[t].ex->id,
                     v->roster->at[i].name, v->tasks[t].ex->id);
            put_word(v, i, t, out);
            html_put(out, "</td><td>%s</td></tr>\n", why);
        }
    if (!any) return;
    close_table(out);
    buf_str(out, "</section>\n");
}

static void put_lines(int line, int last, Buf *out) {
    if (line) html_put(out, "lines %d to %d", line, last);
}

// The source as a page of ours: a browser might take the file itself for a page
// of the learner's.
static void put_copy(const ClassView *v, const SimilarPair *p, int learner,
                     Buf *out) {
    const Exercise *ex = v->tasks[p->task].ex;
    if (learner < 0)
        buf_str(out, "our solution");
    else
        html_put(out, "<a href=\"pages/%s/%s.html#source\">%s</a>",
                 v->roster->at[learner].slug, ex->id,
                 v->roster->at[learner].name);
}

static void page_similar(const ClassView *v, Buf *out) {
    static const char *const heads[] = {"exercise",      "one",      "other",
                                        "shared of one", "of other", "where"};
    put_section(out, "similar", "Files that are alike");
    html_put(out,
             "<p class=\"mute\">Pairs in which one file shares at least "
             "%.0f %% of its code with the other, names, numbers, comments and "
             "the stub aside. This is no judgement: short programs are alike "
             "by nature, so read both.</p>",
             v->threshold * 100);
    if (!v->npairs) buf_str(out, "<p>None.</p>");
    if (v->npairs) open_table(out, heads, COUNT_OF(heads));
    for (int i = 0; i < min_of(v->npairs, (int)REPORT_PAIRS_MOST); i++) {
        const SimilarPair *p = &v->pairs[i];
        html_put(out, "<tr><td>%s</td><td>", v->tasks[p->task].ex->id);
        put_copy(v, p, p->a, out);
        buf_str(out, "</td><td>");
        put_copy(v, p, p->b, out);
        html_put(out,
                 "</td><td class=\"n\">%.0f %%</td><td class=\"n\">%.0f %%</td>"
                 "<td class=\"w\">",
                 p->like.of_a * 100, p->like.of_b * 100);
        html_put(out, "<a href=\"similar/%d.html\">", i + 1);
        put_lines(p->like.a_line, p->like.a_last, out);
        buf_str(out, " and ");
        put_lines(p->like.b_line, p->like.b_last, out);
        buf_str(out, "</a></td></tr>\n");
    }
    if (v->npairs) close_table(out);
    if (v->npairs > REPORT_PAIRS_MOST)
        html_put(out, "<p>and %d more in similar.csv</p>",
                 v->npairs - REPORT_PAIRS_MOST);
    buf_str(out, "</section>\n");
}

static void put_marked(const char *name, double share, const MarkedText *m,
                       Buf *out) {
    Str rest = m->text, line;
    html_put(out, "<div><h3>%s: %.0f %%</h3><pre tabindex=\"0\">", name,
             share * 100);
    for (int n = 1; str_cut(&rest, '\n', &line); n++) {
        html_put(out, "%4d  ", n);
        if (m->marks[n]) buf_str(out, "<mark>");
        html_textn(out, line.p, line.n);
        buf_str(out, m->marks[n] ? "</mark>\n" : "\n");
    }
    buf_str(out, "</pre></div>");
}

void report_grade_pair(const ClassView *v, int pair, const MarkedText both[2],
                       Buf *out) {
    const SimilarPair *p = &v->pairs[pair];
    const Exercise *ex = v->tasks[p->task].ex;
    const char *one = v->roster->at[p->a].name;
    const char *other = p->b < 0 ? "our solution" : v->roster->at[p->b].name;
    open_page(ex->title, "files that are alike", v, out);
    put_section(out, "both", "Lines that both have are marked");
    buf_str(out, "<p class=\"mute\">Names, numbers, comments and layout count "
                 "for nothing, and lines of the stub are not marked.</p>"
                 "<div class=\"two\">");
    put_marked(one, p->like.of_a, &both[0], out);
    put_marked(other, p->like.of_b, &both[1], out);
    buf_str(out, "</div></section>\n");
    close_page(v, out);
}

static void page_remarks(const ClassView *v, Buf *out) {
    const Roster *r = v->roster;
    if (!r->nremarks) return;
    put_section(out, "remarks", "Files with other names, or left out");
    buf_str(out, "<ul>");
    for (int i = 0; i < r->nremarks; i++)
        html_put(out, "<li><code>%s</code>: %s</li>", r->remarks[i].what,
                 r->remarks[i].why);
    buf_str(out, "</ul></section>\n");
}

void report_grade_index(const ClassView *v, Buf *out) {
    Buf what = {0};
    buf_fmt(&what, "%d learner%s, %d exercise%s, on %s", v->roster->n,
            v->roster->n == 1 ? "" : "s", v->ntasks, v->ntasks == 1 ? "" : "s",
            v->ran_on);
    open_page(v->title, buf_text(&what), v, out);
    page_look_at(v, out);
    page_class(v, out);
    page_tasks(v, out);
    page_mistakes(v, out);
    page_similar(v, out);
    page_remarks(v, out);
    close_page(v, out);
    buf_free(&what);
}
