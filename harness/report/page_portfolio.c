// The dashboard as others may see it: a list of what was passed.
#include "report/page_parts.h"

#include <math.h>

static void put_columns(Buf *out) {
    static const char *const heads[][2] = {
        {"exercise", ""}, {"best time", "n"}, {"of ceiling", "n o"},
        {"medal", "w"},   {"on", "o"},        {"passed", "w o"},
    };
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        html_put(out,
                 "<th scope=\"col\" class=\"%s\"><button type=\"button\">%s"
                 "</button></th>",
                 heads[i][1], heads[i][0]);
}

static void put_passed(const PageExercise *e, Buf *out) {
    char day[DAY_TEXT];
    double share = page_share(e), us = e->best ? e->best->median_us : NAN;
    const char *title = e->ex->title ? e->ex->title : e->ex->id;
    const char *device = e->best && e->best->device ? e->best->device : "";
    html_put(out,
             "<tr><td data-v=\"%s\"><a href=\"#e-%s\">%s</a></td>"
             "<td class=\"n\" data-v=\"%.3f\">",
             title, e->ex->id, title, us > 0 ? us : 1e12);
    put_us(out, us, e->best && e->best->modelled);
    html_put(out, "</td><td class=\"n o\" data-v=\"%.4f\">",
             share > 0 ? share : 0.0);
    if (share > 0) html_put(out, "%.0f %%", 100 * share);
    html_put(out,
             "</td><td class=\"w\" data-v=\"%d\">%s%s</td><td class=\"o\" "
             "data-v=\"%s\">%s"
             "</td>",
             e->nmedals, e->nmedals ? "★ " : "",
             e->nmedals ? e->ex->medals[e->nmedals - 1].name : "", device,
             device);
    html_put(out, "<td class=\"w o\" data-v=\"%lld\">%s</td></tr>\n",
             (long long)e->p->passed_at,
             e->p->passed_at ? day_text(day_at(e->p->passed_at), day) : "");
}

void page_passed(Arena *a, const Page *p, Buf *out) {
    int measured = 0;
    for (int i = 0; i < p->n; i++)
        measured += p->at[i].p->measured;
    put_section(out, "exercises", "Passed");
    html_put(out,
             "<p>%d exercise%s passed, %d of them on a GPU. kata judged each: "
             "code is compared with a reference on many inputs, and has to "
             "meet its gates.</p>",
             p->n, p->n == 1 ? "" : "s", measured);
    buf_str(out, "<p class=\"tool\"><label>Show only <input id=\"filter\" "
                 "type=\"search\" placeholder=\"name, medal\"/></label>"
                 "</p><div class=\"tall\" tabindex=\"0\" role=\"region\" "
                 "aria-label=\"All exercises\"><table id=\"all\"><thead><tr>");
    put_columns(out);
    buf_str(out, "</tr></thead><tbody>\n");
    for (int i = 0; i < p->n; i++)
        put_passed(&p->at[i], out);
    buf_str(out, "</tbody></table></div><p class=\"mute\">* modelled: on a "
                 "simulated device. \"of ceiling\": the least time that this "
                 "device's memory and arithmetic allow, over the time.</p>"
                 "<div class=\"parts\">");
    for (int i = 0; i < p->n; i++)
        put_part(a, &p->at[i], out);
    buf_str(out, "</div></section>");
}
