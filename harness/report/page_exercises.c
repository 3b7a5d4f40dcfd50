// All exercises of the record: a table to sort, and a part for each.
#include "report/page_parts.h"

#include <math.h>

static void put_heads(Buf *out) {
    static const char *const heads[] = {
        "exercise", "state", "attempts", "best", "of ceiling", "medal", "last"};
    static const char *const classes[] = {"", "", "n o", "n", "n o", "o", "o"};
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        html_put(out,
                 "<th scope=\"col\" class=\"%s\"><button type=\"button\">%s"
                 "</button></th>",
                 classes[i], heads[i]);
}

static void put_row(const PageExercise *e, Buf *out) {
    double share = page_share(e);
    double us = e->best ? e->best->median_us : NAN;
    State s = e->p ? e->p->state : STATE_TODO;
    html_put(out,
             "<tr><td data-v=\"%s\"><a href=\"#e-%s\">%s</a></td>"
             "<td data-v=\"%d\">",
             e->ex->id, e->ex->id, e->address, s);
    put_state(out, s);
    html_put(out,
             "</td><td class=\"n o\" data-v=\"%d\">%d</td>"
             "<td class=\"n\" data-v=\"%.3f\">",
             e->ntimes, e->ntimes, us > 0 ? us : 1e12);
    put_us(out, us, e->best && e->best->modelled);
    html_put(out, "</td><td class=\"n o\" data-v=\"%.4f\">",
             share > 0 ? share : 0.0);
    if (share > 0) html_put(out, "%.0f %%", 100 * share);
    html_put(out, "</td><td class=\"o\" data-v=\"%d\">%s</td>", e->nmedals,
             e->nmedals ? e->ex->medals[e->nmedals - 1].name : "");
    html_put(out, "<td class=\"w o\" data-v=\"%lld\">",
             (long long)(e->p ? e->p->last : 0));
    put_when(out, e->p ? e->p->last : 0);
    buf_str(out, "</td></tr>\n");
}

void put_part(Arena *a, const PageExercise *e, Buf *out) {
    html_put(out, "<details id=\"e-%s\"><summary>%s ", e->ex->id, e->ex->id);
    put_state(out, e->p ? e->p->state : STATE_TODO);
    if (e->best && e->best->median_us > 0) {
        buf_str(out, " <small>");
        put_us(out, e->best->median_us, e->best->modelled);
        buf_str(out, "</small>");
    }
    buf_str(out, "</summary>");
    page_history(a, e, out);
    buf_str(out, "</details>\n");
}

void page_exercises(Arena *a, const Page *p, Buf *out) {
    put_section(out, "exercises", "Exercises");
    if (!p->n) {
        buf_str(out, "<p>Nothing has been checked yet. The first attempt will "
                     "stand here, with its time and its way to the ceiling."
                     "</p></section>");
        return;
    }
    buf_str(out, "<p class=\"tool\"><label>Show only <input id=\"filter\" "
                 "type=\"search\" placeholder=\"name, state, medal\"/></label>"
                 "</p><div class=\"tall\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"All exercises\"><table id=\"all\"><thead><tr>");
    put_heads(out);
    buf_str(out, "</tr></thead><tbody>\n");
    for (int i = 0; i < p->n; i++)
        put_row(&p->at[i], out);
    buf_str(out, "</tbody></table></div><p class=\"mute\">* modelled: on the "
                 "simulated device. \"of ceiling\": the least time that this "
                 "device's memory and arithmetic allow, over yours; simulated "
                 "cases are small, so that start-up counts more.</p>"
                 "<h3>Each exercise over time</h3><div class=\"parts\">");
    for (int i = 0; i < p->n; i++)
        put_part(a, &p->at[i], out);
    buf_str(out, "</div></section>");
}
