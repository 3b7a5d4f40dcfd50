// The roofline of each device in the record.
#include "report/page_parts.h"

#include <math.h>
#include <string.h>

static void put_point(const RooflineView *v, const RoofPoint *p, Buf *out) {
    html_put(out, "<tr><td><a href=\"#%s\">%s</a></td><td class=\"n\">",
             p->link, p->name);
    put_us(out, p->us, p->modelled);
    html_put(out, "</td><td class=\"n\">%.0f</td><td class=\"n\">",
             p->bytes / p->us / 1e3);
    if (p->flops > 0)
        html_put(out, "%.3g</td><td class=\"n o\">%.3g", p->flops / p->us / 1e6,
                 p->flops / p->bytes);
    else
        buf_str(out, "-</td><td class=\"n o\">-");
    html_put(out, "</td><td class=\"n\">%.0f %%</td></tr>",
             100 * roofline_share(v, p));
}

static void put_points(const RooflineView *v, Buf *out) {
    html_put(out,
             "<details><summary>All %d as a table</summary>"
             "<div class=\"scroll\"><table><thead><tr>"
             "<th scope=\"col\">exercise</th>"
             "<th scope=\"col\" class=\"n\">best</th>"
             "<th scope=\"col\" class=\"n\">GB/s</th>"
             "<th scope=\"col\" class=\"n\">TFLOP/s</th>"
             "<th scope=\"col\" class=\"n o\">flop/byte</th>"
             "<th scope=\"col\" class=\"n\">of its roof</th></tr></thead>"
             "<tbody>",
             v->n);
    for (int i = 0; i < v->n; i++)
        put_point(v, &v->at[i], out);
    buf_str(out, "</tbody></table></div></details>");
}

static void put_picture(const Plot *p, const char *id, const char *title,
                        Buf *out) {
    html_put(out, "<div><h3>%s</h3>", title);
    plot_svg(p, id, out);
    buf_str(out, "</div>");
}

static void put_roof(Arena *a, const RooflineView *v, int nth, Buf *out) {
    Plot p;
    html_put(out, "<h3>%s</h3><p class=\"mute\">%s</p><div class=\"two\">",
             v->device, v->source);
    if (roofline_plot(a, v, &p))
        put_picture(&p, arena_fmt(a, "r%d", nth), "With arithmetic", out);
    if (roofline_memory_plot(a, v, &p))
        put_picture(&p, arena_fmt(a, "m%d", nth), "Memory alone", out);
    buf_str(out, "</div>");
    put_points(v, out);
}

void page_roofs(Arena *a, const Page *p, Buf *out) {
    put_section(out, "roofline", "Roofline");
    if (!p->nroofs) buf_str(out, "<p>No timed pass is in the record yet.</p>");
    for (int i = 0; i < p->nroofs; i++)
        put_roof(a, &p->roofs[i], i, out);
    buf_str(out, "</section>");
}
