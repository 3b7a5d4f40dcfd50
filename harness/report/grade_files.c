// Lists of a graded class that other programs read; see grade.h.
#include "report/grade.h"
#include "report/html.h"

#include "base/json.h"

#include <string.h>

const char *report_grade_word(const ClassView *v, int learner, int task) {
    const Submission *s = &v->roster->at[learner].of[task];
    const Grading *g = class_result(v, learner, task)->g;
    if (s->state == HANDED_NOTHING) return "missing";
    if (s->state == HANDED_REFUSED) return "refused";
    return verdict_word(g ? g->verdict : VERDICT_NONE);
}

static const char *summary_of(const ClassView *v, int learner, int task) {
    const Grading *g = class_result(v, learner, task)->g;
    return g ? g->summary : v->roster->at[learner].of[task].why;
}

// ---- CSV (RFC 4180)

// A spreadsheet takes a field that begins so for a formula, also after spaces;
// an apostrophe before it makes it text. The quotes keep commas and line ends.
static void put_field(Buf *out, const char *text) {
    const char *first = text + strspn(text, " ");
    buf_char(out, '"');
    if (*first && strchr("=+-@\t\r\n|%", *first)) buf_char(out, '\'');
    for (; *text; text++) {
        if (*text == '"') buf_char(out, '"');
        bool control = (unsigned char)*text < 0x20 || *text == 0x7f;
        buf_char(out, control ? ' ' : *text);
    }
    buf_char(out, '"');
}

void report_grade_csv(const ClassView *v, Buf *out) {
    buf_str(out, "learner,points,max,passed");
    for (int t = 0; t < v->ntasks; t++)
        buf_fmt(out, ",%s", v->tasks[t].ex->id);
    buf_str(out, "\r\n");
    for (int i = 0; i < v->roster->n; i++) {
        ClassSum sum = class_sum(v, i);
        put_field(out, v->roster->at[i].name);
        buf_fmt(out, ",%.2f,%.2f,%d", sum.points, sum.max, sum.passed);
        for (int t = 0; t < v->ntasks; t++) {
            const ClassResult *r = class_result(v, i, t);
            // A result that is open is not 0.
            if (r->score.open ||
                (!r->g && v->roster->at[i].of[t].state == HANDED_FILE))
                buf_char(out, ',');
            else
                buf_fmt(out, ",%.2f", r->score.points);
        }
        buf_str(out, "\r\n");
    }
}

void report_grade_details(const ClassView *v, Buf *out) {
    buf_str(out, "learner,exercise,result,points,max,cases_right,cases,gates_"
                 "passed,gates,medal,seconds,sha256,summary\r\n");
    for (int i = 0; i < v->roster->n; i++)
        for (int t = 0; t < v->ntasks; t++) {
            const ClassResult *r = class_result(v, i, t);
            const Grading *g = r->g;
            int passed = 0;
            for (int k = 0; g && k < g->ngates; k++)
                passed += g->gates[k].verdict == VERDICT_PASS;
            put_field(out, v->roster->at[i].name);
            buf_fmt(out, ",%s,%s,%.2f,%.2f,%d,%d,%d,%d,%s,%.2f,%s,",
                    v->tasks[t].ex->id, report_grade_word(v, i, t),
                    r->score.points, r->score.max, g ? g->passed : 0,
                    g ? g->ncases : 0, passed, g ? g->ngates : 0,
                    g ? g->medal : "", g ? g->seconds : 0, g ? g->hash : "");
            put_field(out, summary_of(v, i, t));
            buf_str(out, "\r\n");
        }
}

void report_grade_similar(const ClassView *v, Buf *out) {
    buf_str(out, "exercise,a,b,shared,of_a,of_b,lines_a,lines_b\r\n");
    for (int i = 0; i < v->npairs; i++) {
        const SimilarPair *p = &v->pairs[i];
        buf_fmt(out, "%s,", v->tasks[p->task].ex->id);
        put_field(out, v->roster->at[p->a].name);
        buf_char(out, ',');
        put_field(out, p->b < 0 ? "(our solution)" : v->roster->at[p->b].name);
        buf_fmt(out, ",%d,%.2f,%.2f,%d to %d,%d to %d\r\n", p->like.shared,
                p->like.of_a, p->like.of_b, p->like.a_line, p->like.a_last,
                p->like.b_line, p->like.b_last);
    }
}

// ---- JUnit

// A file that was judged and did not pass is a failure, also if it does not
// compile; an error is what could not be judged.
static const char *junit_element(const ClassView *v, int i, int t,
                                 const ScorePart *p) {
    const ClassResult *r = class_result(v, i, t);
    bool handed = v->roster->at[i].of[t].state == HANDED_FILE;
    if (r->score.open || (handed && !r->g)) return "error";
    if (p->verdict == VERDICT_PASS) return NULL;
    if (p->verdict == VERDICT_SKIPPED) return "skipped";
    return p->verdict == VERDICT_INCONCLUSIVE ? "error" : "failure";
}

typedef struct JunitCount {
    int tests, failures, errors, skipped;
    double seconds;
} JunitCount;

static void count_junit(const ClassView *v, int i, JunitCount *n) {
    for (int t = 0; t < v->ntasks; t++) {
        const ClassResult *r = class_result(v, i, t);
        n->seconds += r->g ? r->g->seconds : 0;
        for (int k = 0; k < r->score.nparts; k++) {
            const char *what = junit_element(v, i, t, &r->score.parts[k]);
            n->tests++;
            n->failures += what && *what == 'f';
            n->errors += what && *what == 'e';
            n->skipped += what && *what == 's';
        }
    }
}

static void put_junit_counts(const JunitCount *n, Buf *out) {
    html_put(out,
             " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
             "time=\"%.3f\">\n",
             n->tests, n->failures, n->errors, n->skipped, n->seconds);
}

static void put_junit_case(const ClassView *v, int i, int t, int k, Buf *out) {
    const ClassResult *r = class_result(v, i, t);
    const ScorePart *p = &r->score.parts[k];
    const char *what = junit_element(v, i, t, p);
    html_put(out,
             "    <testcase classname=\"%s\" name=\"%s: %s\" time=\"%.3f\"",
             v->roster->at[i].name, v->tasks[t].ex->id, p->name,
             k == 0 && r->g ? r->g->seconds : 0.0);
    if (!what) {
        buf_str(out, "/>\n");
        return;
    }
    html_put(out, "><%s message=\"%s\"", what, p->why);
    if (*what == 'f') html_put(out, " type=\"%s\"", verdict_word(p->verdict));
    buf_char(out, '>');
    if (k == 0 && r->g && *r->g->said) html_text(out, r->g->said);
    html_put(out, "</%s></testcase>\n", what);
}

void report_grade_junit(const ClassView *v, Buf *out) {
    JunitCount all = {0};
    for (int i = 0; i < v->roster->n; i++)
        count_junit(v, i, &all);
    buf_str(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    html_put(out, "<testsuites name=\"%s\"", v->title);
    put_junit_counts(&all, out);
    for (int i = 0; i < v->roster->n; i++) {
        JunitCount n = {0};
        count_junit(v, i, &n);
        html_put(out, "  <testsuite name=\"%s\"", v->roster->at[i].name);
        put_junit_counts(&n, out);
        html_put(out,
                 "    <properties><property name=\"ran on\" value=\"%s\"/>"
                 "</properties>\n",
                 v->ran_on);
        for (int t = 0; t < v->ntasks; t++)
            for (int k = 0; k < class_result(v, i, t)->score.nparts; k++)
                put_junit_case(v, i, t, k, out);
        buf_str(out, "  </testsuite>\n");
    }
    buf_str(out, "</testsuites>\n");
}

// ---- Gradescope

static void put_output(const Grading *g, const ScorePart *p, bool first,
                       Json *j) {
    Buf text = {0};
    buf_str(&text, p->why);
    for (int i = 0; first && g && i < g->nwrong; i++)
        buf_fmt(&text, "\n%s: %s", g->cases[i].name, g->cases[i].why);
    if (first && g && *g->said) buf_fmt(&text, "\n\n%s", g->said);
    if (first && g && *g->hint) buf_fmt(&text, "\n\nHint: %s", g->hint);
    json_kstr(j, "output", buf_text(&text));
    buf_free(&text);
}

static void put_preface(const ClassView *v, int open, Json *j) {
    Buf text = {0};
    buf_fmt(&text, "Judged on %s.", v->ran_on);
    if (open)
        buf_str(&text, " Some of this could not be judged on the grading "
                       "machine. It is not your fault, and will be judged "
                       "again.");
    json_kstr(j, "output", buf_text(&text));
    buf_free(&text);
}

void report_grade_gradescope(const ClassView *v, int learner, Buf *out) {
    Json j = json_to(out);
    ClassSum sum = class_sum(v, learner);
    json_open(&j, '{');
    json_knum(&j, "score", sum.points);
    json_kstr(&j, "visibility", "visible");
    json_kstr(&j, "output_format", "text");
    put_preface(v, sum.open, &j);
    json_key(&j, "tests");
    json_open(&j, '[');
    for (int t = 0; t < v->ntasks; t++) {
        const ClassResult *r = class_result(v, learner, t);
        for (int k = 0; k < r->score.nparts; k++) {
            const ScorePart *p = &r->score.parts[k];
            Buf name = {0};
            json_open(&j, '{');
            buf_fmt(&name, "%s: %s", v->tasks[t].ex->id, p->name);
            json_kstr(&j, "name", buf_text(&name));
            json_knum(&j, "score", p->points);
            json_knum(&j, "max_score", p->max);
            json_kstr(&j, "status",
                      p->verdict == VERDICT_PASS ? "passed" : "failed");
            put_output(r->g, p, k == 0, &j);
            json_kstr(&j, "visibility", "visible");
            json_close(&j, '}');
            buf_free(&name);
        }
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
