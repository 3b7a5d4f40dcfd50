// What stands around a page: its policy, its looks, its script.
#include "report/page_parts.h"

#include "base/hash.h"

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

void frame_open(const Frame *f, Buf *out) {
    buf_str(out, "<!DOCTYPE html>\n<html lang=\"en\"><head>"
                 "<meta charset=\"utf-8\"/>"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\""
                 "default-src 'none'; style-src 'unsafe-inline'");
    if (f->script) {
        buf_str(out, "; script-src 'sha256-");
        put_hash(page_script, out);
        buf_char(out, '\'');
    }
    buf_str(out, "; base-uri 'none'; form-action 'none'\"/>"
                 "<meta name=\"viewport\" content=\"width=device-width, "
                 "initial-scale=1\"/>"
                 "<meta name=\"referrer\" content=\"no-referrer\"/>"
                 "<meta name=\"color-scheme\" content=\"light dark\"/>");
    if (f->refresh)
        html_put(out, "<meta http-equiv=\"refresh\" content=\"%d\"/>",
                 f->refresh);
    html_put(out,
             "<title>%s</title><style>:root{color-scheme:light dark;"
             "--page:#f6f7f8;--code:#eef0f2;--good:#156d3d;--bad:#b3261e;"
             "--warn:#8a5a00;--mark:#fff3c4;--h0:#e8ebee;--h1:#c3ddf4;"
             "--h2:#82b5e6;--h3:#3b86c9;--h4:#114f8a;",
             f->title);
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

void frame_close(const Frame *f, Buf *out) {
    if (f->script) {
        buf_str(out, "<script>");
        buf_str(out, page_script);
        buf_str(out, "</script>");
    }
    buf_str(out, "</body></html>\n");
}
