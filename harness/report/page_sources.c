// The sources of attempts that other parts link to.
#include "report/page_parts.h"

static void put_source(const PageExercise *e, const Attempt *at, Buf *out) {
    if (!at || !at->source) return;
    html_put(out, "<details id=\"s-%lld\"><summary>%s", (long long)at->id,
             e->ex->file ? e->ex->file : e->ex->id);
    if (at->number) html_put(out, ", attempt %d", at->number);
    buf_char(out, ' ');
    put_verdict(out, at->verdict);
    buf_str(out, " <small>");
    put_when(out, at->when);
    html_put(out,
             "</small></summary><p><a href=\"#e-%s\">%s</a></p>"
             "<pre tabindex=\"0\">",
             e->ex->id, e->ex->id);
    html_textn(out, at->source, at->source_len);
    buf_str(out, "</pre></details>\n");
}

void page_sources(const Page *p, Buf *out) {
    int n = 0;
    for (int i = 0; i < p->n; i++)
        n += (p->at[i].best && p->at[i].best->source) ||
             (p->at[i].fail && p->at[i].fail->source);
    if (!n) return;
    put_section(out, "sources", "Sources");
    buf_str(out, "<div class=\"parts\">");
    for (int i = 0; i < p->n; i++) {
        put_source(&p->at[i], p->at[i].best, out);
        put_source(&p->at[i], p->at[i].fail, out);
    }
    buf_str(out, "</div></section>");
}
