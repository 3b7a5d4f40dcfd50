// The dashboard's frame: head, order of the sections, data. See page.h.
#include "report/page_parts.h"

#include <stdio.h>
#include <string.h>

static const char *page_title(const Page *p) {
    if (p->title) return p->title;
    if (p->portfolio) return "Passed with kata";
    return p->ntracks ? p->tracks[0].track->title : "kata: your record";
}

// Only what the page has.
static void put_header(const Page *p, const Buf *body, Buf *out) {
    static const char *const links[][2] = {
        {"next", "Next"},
        {"today", "Today"},
        {"days", "Days"},
        {"tracks", "Tracks"},
        {"exercises", "Exercises"},
        {"roofline", "Roofline"},
        {"medals", "Medals"},
        {"reviews", "Reviews"},
        {"failure", "Last failure"},
        {"sources", "Sources"},
    };
    html_put(out, "<header><h1>%s</h1><nav aria-label=\"Parts\">",
             page_title(p));
    for (size_t i = 0; i < COUNT_OF(links); i++) {
        char id[40];
        snprintf(id, sizeof id, "<section id=\"%s\"", links[i][0]);
        if (strstr(buf_text(body), id))
            html_put(out, "<a href=\"#%s\">%s</a> ", links[i][0], links[i][1]);
    }
    buf_str(out, "</nav></header>\n<main>");
}

static void put_data(const Page *p, Buf *out) {
    Buf json = {0};
    page_json(p, &json);
    buf_str(out, "<script type=\"application/json\" id=\"data\">");
    html_json(out, &json);
    buf_str(out, "</script>\n");
    buf_free(&json);
}

static void put_body(Arena *a, const Page *p, Buf *out) {
    if (p->portfolio) {
        page_passed(a, p, out);
        page_roofs(a, p, out);
        page_medals(p, out);
        page_sources(p, out);
        return;
    }
    page_next(p, out);
    page_today(p, out);
    page_days(p, out);
    page_tracks(p, out);
    page_exercises(a, p, out);
    page_roofs(a, p, out);
    page_medals(p, out);
    page_reviews(p, out);
    page_failure(p, out);
    page_sources(p, out);
}

void page_make(Arena *a, const Page *p, Buf *out) {
    Buf body = {0};
    put_body(a, p, &body);
    const Frame frame = {page_title(p), p->refresh, true};
    frame_open(&frame, out);
    put_header(p, &body, out);
    buf_add(out, body.data, body.len);
    buf_free(&body);
    buf_str(out, "</main>\n<footer>Made by kata ");
    html_put(out, "%s, ", p->version);
    put_when(out, p->now);
    buf_str(out, ". It loads nothing from anywhere.</footer>\n");
    put_data(p, out);
    frame_close(&frame, out);
}
