// The calendar: a square for each day, a column for each week.
#include "report/page_parts.h"

#include <stdio.h>
#include <string.h>

enum { CELL = 13, STEP = 15, HALF = PAGE_WEEKS / 2, SIDE = 30, HEAD = 18 };

// Five steps of how much was checked; the same for every learner, as they are
// compared with nobody.
static int heat_of(int attempts) {
    static const int least[] = {1, 3, 6, 12};
    int heat = 0;
    while (heat < (int)COUNT_OF(least) && attempts >= least[heat])
        heat++;
    return heat;
}

static void put_cell(const Page *p, const PageDay *d, int x, int y, Buf *out) {
    char text[DAY_TEXT + 8], class[8] = "rest";
    if (d->day <= p->today)
        snprintf(class, sizeof class, "h%d", heat_of(d->attempts));
    else if (d->due)
        snprintf(class, sizeof class, "due");
    bool says = d->attempts || d->due;
    if (says) {
        html_put(out, "<g><title>%s: ", day_words(d->day, text));
        if (d->attempts)
            buf_fmt(out, "%d checked, %d passed", d->attempts, d->passes);
        if (d->due) buf_fmt(out, "%s%d due", d->attempts ? ", " : "", d->due);
        buf_str(out, "</title>");
    }
    html_put(out,
             "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
             "rx=\"2\"/>",
             class, x, y, CELL, CELL);
    if (d->passes)
        html_put(out,
                 "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" "
                 "r=\"2.6\"/>",
                 x + CELL / 2.0, y + CELL / 2.0);
    if (d->day == p->today)
        html_put(out,
                 "<rect class=\"now\" x=\"%d\" y=\"%d\" width=\"%d\" "
                 "height=\"%d\" rx=\"3\"/>",
                 x - 1, y - 1, CELL + 2, CELL + 2);
    if (says) buf_str(out, "</g>");
}

// "Nov" above the first week that begins in a month.
static void put_month(const PageDay *monday, const PageDay *before, int x,
                      Buf *out) {
    char text[DAY_TEXT + 8], last[DAY_TEXT + 8];
    day_words(monday->day, text);
    if (before) day_words(before->day, last);
    const char *month = strchr(text + 4, ' ');
    const char *other = before ? strchr(last + 4, ' ') : "";
    if (!month || (before && other && !strncmp(month, other, 4))) return;
    buf_fmt(out, "<text x=\"%d\" y=\"12\">%.3s</text>", x, month + 1);
}

static void put_half(const Page *p, int half, Buf *out) {
    static const char *const names[] = {"Mon", "", "Wed", "", "Fri", "", "Sun"};
    const PageDay *days = p->days + (size_t)half * HALF * 7;
    char from[DAY_TEXT], until[DAY_TEXT];
    int checked = 0, passed = 0, studied = 0;
    for (int i = 0; i < HALF * 7; i++) {
        checked += days[i].attempts;
        passed += days[i].passes;
        studied += days[i].attempts > 0;
    }
    html_put(out,
             "<svg class=\"cal\" viewBox=\"0 0 %d %d\" role=\"img\" "
             "aria-labelledby=\"c%d-t\" aria-describedby=\"c%d-d\"><title "
             "id=\"c%d-t\">Days from %s "
             "to %s</title>",
             SIDE + HALF * STEP, HEAD + 7 * STEP, half, half, half,
             day_text(days[0].day, from),
             day_text(days[HALF * 7 - 1].day, until));
    html_put(out,
             "<desc id=\"c%d-d\">Something was checked on %d day%s: %d "
             "check%s, %d of them passed.</desc>",
             half, studied, studied == 1 ? "" : "s", checked,
             checked == 1 ? "" : "s", passed);
    for (int i = 0; i < 7; i++)
        if (*names[i])
            html_put(out, "<text x=\"0\" y=\"%d\">%s</text>",
                     HEAD + i * STEP + CELL - 2, names[i]);
    for (int w = 0; w < HALF; w++) {
        int x = SIDE + w * STEP;
        put_month(&days[w * 7], w ? &days[w * 7 - 7] : NULL, x, out);
        for (int i = 0; i < 7; i++)
            put_cell(p, &days[w * 7 + i], x, HEAD + i * STEP, out);
    }
    buf_str(out, "</svg>");
}

static void put_keys(Buf *out) {
    static const char *const words[] = {"none", "1", "3", "6", "12 or more"};
    buf_str(out, "<p class=\"mute\">Checks of a day:");
    for (size_t i = 0; i < COUNT_OF(words); i++)
        html_put(out,
                 " <span class=\"w\"><svg class=\"key\" viewBox=\"0 0 13 13\" "
                 "aria-hidden=\"true\"><rect class=\"h%d\" width=\"13\" "
                 "height=\"13\" rx=\"2\"/></svg>%s</span>",
                 (int)i, words[i]);
    buf_str(out,
            " <span class=\"w\"><svg class=\"key\" viewBox=\"0 0 13 13\" "
            "aria-hidden=\"true\">"
            "<rect class=\"h1\" width=\"13\" height=\"13\" rx=\"2\"/>"
            "<circle class=\"dot\" cx=\"6.5\" cy=\"6.5\" r=\"2.6\"/></svg>"
            "something passed</span>"
            " <span class=\"w\"><svg class=\"key\" viewBox=\"0 0 13 13\" "
            "aria-hidden=\"true\">"
            "<rect class=\"due\" x=\"1\" y=\"1\" width=\"11\" height=\"11\" "
            "rx=\"2\"/></svg>due later</span></p>");
}

// "2026-11" of a day.
static bool same_month(int a, int b) {
    char x[DAY_TEXT], y[DAY_TEXT];
    return !strncmp(day_text(a, x), day_text(b, y), 7);
}

static void put_months(const Page *p, Buf *out) {
    buf_str(out,
            "<details><summary>The months as a table</summary>"
            "<div class=\"scroll\"><table><thead><tr>"
            "<th scope=\"col\">month</th><th scope=\"col\" class=\"n\">days"
            "</th><th scope=\"col\" class=\"n\">checks</th>"
            "<th scope=\"col\" class=\"n\">passed</th></tr></thead><tbody>");
    for (int i = 0; i < p->ndays && p->days[i].day <= p->today;) {
        char text[DAY_TEXT];
        int from = p->days[i].day, studied = 0, checked = 0, passed = 0;
        for (; i < p->ndays && same_month(p->days[i].day, from); i++) {
            studied += p->days[i].attempts > 0;
            checked += p->days[i].attempts;
            passed += p->days[i].passes;
        }
        html_put(out, "<tr><td>");
        buf_fmt(out, "%.7s", day_text(from, text));
        html_put(out,
                 "</td><td class=\"n\">%d</td><td class=\"n\">%d</td>"
                 "<td class=\"n\">%d</td></tr>",
                 studied, checked, passed);
    }
    buf_str(out, "</tbody></table></div></details>");
}

void page_days(const Page *p, Buf *out) {
    put_section(out, "days", "Days");
    buf_str(out, "<div class=\"two\">");
    put_half(p, 0, out);
    put_half(p, 1, out);
    buf_str(out, "</div>");
    put_keys(out);
    put_months(p, out);
    buf_str(out, "</section>");
}
