// Medals: reached, and the bars of the next one.
#include "report/page_parts.h"

static void put_bars(const Medal *m, Buf *out) {
    for (int i = 0; i < m->ngates; i++) {
        const Gate *g = &m->gates[i];
        html_put(out, "%s%s %s ", i ? ", " : "", g->metric,
                 g->at_least ? "at least" : "at most");
        fmt_metric(out, g->metric, g->bound);
        if (g->of) html_put(out, " of %s", g->of);
        if (g->over) html_put(out, " over %s", g->over);
    }
}

static void put_medal(const PageExercise *e, Buf *out) {
    html_put(out, "<tr><td><a href=\"#e-%s\">%s</a></td><td>", e->ex->id,
             e->ex->id);
    if (e->nmedals)
        html_put(out, "<span class=\"st\">★ %s</span>",
                 e->ex->medals[e->nmedals - 1].name);
    else
        buf_str(out, "<span class=\"st m\">☆ none yet</span>");
    buf_str(out, "</td><td>");
    if (e->nmedals < e->ex->nmedals) {
        html_put(out, "%s: ", e->ex->medals[e->nmedals].name);
        put_bars(&e->ex->medals[e->nmedals], out);
    } else {
        buf_str(out, "-");
    }
    buf_str(out, "</td></tr>");
}

// Others are shown what was reached.
static bool has_medals(const Page *p, const PageExercise *e) {
    if (p->portfolio) return e->nmedals > 0;
    return e->ex->nmedals > 0 && e->p && e->p->passed_at;
}

void page_medals(const Page *p, Buf *out) {
    int n = 0, can = 0;
    for (int i = 0; i < p->n; i++) {
        n += p->at[i].nmedals > 0;
        can += has_medals(p, &p->at[i]);
    }
    if (p->portfolio && !can) return;
    put_section(out, "medals", "Medals");
    if (!can) {
        buf_str(out, "<p>A pass that is faster than its gates ask for earns a "
                     "medal. There is none yet.</p></section>");
        return;
    }
    if (p->portfolio)
        html_put(out, "<p>%d medal%s.</p>", n, n == 1 ? "" : "s");
    else
        html_put(out, "<p>%d of the %d passed exercises that have medals.</p>",
                 n, can);
    buf_str(out, "<div class=\"scroll\"><table><thead><tr>"
                 "<th scope=\"col\">exercise</th><th scope=\"col\">reached</th>"
                 "<th scope=\"col\">the next one</th></tr></thead><tbody>");
    for (int pass = 1; pass >= 0; pass--)
        for (int i = 0; i < p->n; i++)
            if (has_medals(p, &p->at[i]) && (p->at[i].nmedals > 0) == pass)
                put_medal(&p->at[i], out);
    buf_str(out, "</tbody></table></div></section>");
}
