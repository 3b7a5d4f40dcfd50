// The dashboard's frame: head, order of the sections, data. See page.h.
#include "report/page_parts.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The hash of a script as a Content-Security-Policy names it: base64.
static void put_hash(const char *text, Buf *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { BYTES = 32 };
    char hex[HASH_HEX];
    unsigned char raw[BYTES + 1] = {0};
    hash_of(text, strlen(text), hex);
    for (int i = 0; i < BYTES; i++) {
        char byte[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        raw[i] = (unsigned char)strtoul(byte, NULL, 16);
    }
    for (int i = 0; i < BYTES; i += 3) {
        unsigned three = (unsigned)raw[i] << 16;
        if (i + 1 < BYTES) three |= (unsigned)raw[i + 1] << 8;
        if (i + 2 < BYTES) three |= raw[i + 2];
        for (int k = 0; k < 4; k++)
            buf_char(out, i + k - 1 < BYTES ? digits[three >> (18 - 6 * k) & 63]
                                            : '=');
    }
}

static const char *page_title(const Page *p) {
    if (p->title) return p->title;
    if (p->portfolio) return "Passed with kata";
    return p->ntracks ? p->tracks[0].track->title : "kata: your record";
}

static void put_head(const Page *p, Buf *out) {
    buf_str(out, "<!DOCTYPE html>\n<html lang=\"en\"><head>"
                 "<meta charset=\"utf-8\"/>"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\""
                 "default-src 'none'; style-src 'unsafe-inline'; script-src "
                 "'sha256-");
    put_hash(page_script, out);
    buf_str(out, "'; base-uri 'none'; form-action 'none'\"/>"
                 "<meta name=\"viewport\" content=\"width=device-width, "
                 "initial-scale=1\"/>"
                 "<meta name=\"referrer\" content=\"no-referrer\"/>"
                 "<meta name=\"color-scheme\" content=\"light dark\"/>");
    if (p->refresh)
        html_put(out, "<meta http-equiv=\"refresh\" content=\"%d\"/>",
                 p->refresh);
    html_put(out,
             "<title>%s</title><style>:root{color-scheme:light dark;"
             "--page:#f6f7f8;--code:#eef0f2;--good:#156d3d;--bad:#b3261e;"
             "--warn:#8a5a00;--mark:#fff3c4;--h0:#e8ebee;--h1:#c3ddf4;"
             "--h2:#82b5e6;--h3:#3b86c9;--h4:#114f8a;",
             page_title(p));
    buf_str(out, plot_light);
    buf_str(out, "}@media(prefers-color-scheme:dark){:root{--page:#121518;"
                 "--code:#262c32;--good:#6fcf97;--bad:#f59a92;--warn:#e6b85c;"
                 "--mark:#3d3511;--h0:#272d33;--h1:#1f4468;--h2:#2d6698;"
                 "--h3:#4f91cc;--h4:#9ac8f3;");
    buf_str(out, plot_dark);
    buf_str(out, "}}");
    buf_str(out, page_style);
    buf_str(out, plot_rules);
    buf_str(out, "</style></head><body>\n");
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
    put_head(p, out);
    put_header(p, &body, out);
    buf_add(out, body.data, body.len);
    buf_free(&body);
    buf_str(out, "</main>\n<footer>Made by kata ");
    html_put(out, "%s, ", p->version);
    put_when(out, p->now);
    buf_str(out, ". It loads nothing from anywhere.</footer>\n");
    put_data(p, out);
    buf_str(out, "<script>");
    buf_str(out, page_script);
    buf_str(out, "</script></body></html>\n");
}
