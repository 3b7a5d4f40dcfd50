// The last failure, and why: what the record kept of the check.
#include "report/page_parts.h"

#include <string.h>

static bool is_bad(const char *verdict) {
    Verdict v = verdict_find(verdict);
    return v != VERDICT_PASS && v != VERDICT_SKIPPED && v != VERDICT_NONE;
}

// The record adds the names that hints go by, in parentheses: "(race)".
static void put_detail(const char *detail, Buf *out) {
    size_t n = strlen(detail);
    const char *tail = strrchr(detail, '(');
    if (n && detail[n - 1] == ')' && tail && tail > detail && tail[-1] == ' ' &&
        !strchr(tail, ' '))
        n = (size_t)(tail - detail) - 1;
    html_textn(out, detail, n);
}

void page_attempt(const PageExercise *e, const Attempt *at, Buf *out) {
    enum { MOST = 4 };
    (void)e;
    int n = 0;
    html_put(out, "<p><strong>%s</strong></p><ul>", at->summary);
    for (int i = 0; i < at->ncases; i++) {
        const CaseRow *c = &at->cases[i];
        if (!is_bad(c->verdict) || ++n > MOST) continue;
        html_put(out, "<li>%s: ", c->name);
        put_detail(c->detail, out);
        buf_str(out, "</li>");
    }
    if (n > MOST) html_put(out, "<li>and %d more</li>", n - MOST);
    for (int i = 0; i < at->ngates; i++) {
        const GateRow *g = &at->gates[i];
        if (!is_bad(g->verdict)) continue;
        n++;
        html_put(out, "<li>gate %s: %s</li>", g->metric, g->why);
    }
    if (!n) html_put(out, "<li>at the stage \"%s\"</li>", at->stage);
    buf_str(out, "</ul>");
}

void page_failure(const Page *p, Buf *out) {
    const PageExercise *e = p->failed;
    put_section(out, "failure", "The last failure");
    if (!e) {
        html_put(out, "<p>%s</p></section>",
                 p->n ? "Every attempt so far has passed."
                      : "There is no attempt yet.");
        return;
    }
    html_put(out, "<p><a href=\"#e-%s\">%s</a>, attempt %d, ", e->ex->id,
             e->ex->id, e->fail->number);
    put_when(out, e->fail->when);
    if (e->p && e->p->passed_at > e->fail->when) buf_str(out, "; passed since");
    buf_str(out, "</p>");
    page_attempt(e, e->fail, out);
    if (p->explained)
        html_put(out, "<p><strong>Hint:</strong> %s</p>", p->explained);
    if (e->fail->source)
        html_put(out, "<p><a href=\"#s-%lld\">The source that failed</a></p>",
                 (long long)e->fail->id);
    html_put(out, "<p><code class=\"cmd\">kata check %s</code></p></section>",
             e->address);
}
