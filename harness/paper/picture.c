// Is a file a picture, and does it show something?
//
// Of an SVG, which is text, shapes are counted: those that are seen, and those
// that opacity, display or visibility hide. What a picture shows a machine
// cannot tell; that it shows nothing it can.
#include "paper/essay.h"

#include "base/path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Shapes {
    int seen, lines, hidden; // lines: paths and polylines, of those seen
} Shapes;

// ---- tags

// Returns true if the tag has that attribute, or that property in its style,
// and its value begins so.
static bool says(Str tag, const char *name, const char *value) {
    size_t n = strlen(name), k = strlen(value);
    for (size_t i = 1; i + n < tag.n; i++) {
        if (memcmp(tag.p + i, name, n) != 0 ||
            !strchr(" \t\n\"';", tag.p[i - 1]))
            continue;
        size_t at = i + n;
        while (at < tag.n && strchr(" =:\"'", tag.p[at]))
            at++;
        if (at + k <= tag.n && !memcmp(tag.p + at, value, k)) return true;
    }
    return false;
}

// "opacity="0"", and 0.0, not 0.5
static bool is_clear(Str tag) {
    return says(tag, "opacity", "0\"") || says(tag, "opacity", "0'") ||
           says(tag, "opacity", "0;") || says(tag, "opacity", "0.0\"") ||
           says(tag, "opacity", ".0\"");
}

static bool hides(Str tag) {
    return is_clear(tag) || says(tag, "display", "none") ||
           says(tag, "visibility", "hidden");
}

static bool is_named(Str tag, const char *name) {
    size_t n = strlen(name);
    return tag.n > n && !memcmp(tag.p, name, n) &&
           (isspace((unsigned char)tag.p[n]) || tag.p[n] == '/' ||
            tag.p[n] == '>');
}

// Parts that are drawn elsewhere, or never.
static bool is_store(Str tag) {
    static const char *const names[] = {"defs", "symbol", "clipPath", "mask",
                                        "metadata"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_named(tag, names[i])) return true;
    return false;
}

static bool is_shape(Str tag) {
    static const char *const names[] = {"rect", "circle",  "ellipse", "line",
                                        "use",  "polygon", "image"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_named(tag, names[i]))
            return !says(tag, "width", "0\"") && !says(tag, "width", "100%");
    return false;
}

// ---- the whole text

static void take_shape(Shapes *s, Str tag, bool hidden) {
    bool line = is_named(tag, "path") || is_named(tag, "polyline");
    if (!line && !is_shape(tag)) return;
    hidden |= hides(tag);
    s->hidden += hidden;
    s->seen += !hidden;
    s->lines += !hidden && line;
}

static Shapes count_shapes(const char *text) {
    Shapes s = {0};
    int depth = 0, hidden = 0, store = 0; // depth at which it began; 0: no
    for (const char *at = text; (at = strchr(at, '<'));) {
        const char *end =
            strncmp(at, "<!--", 4) == 0 ? strstr(at, "-->") : strchr(at, '>');
        if (!end) break;
        Str tag = {at + 1, (size_t)(end - at)};
        at = end + 1;
        if (*tag.p == '!' || *tag.p == '?') continue;
        if (*tag.p == '/') {
            if (depth == hidden) hidden = 0;
            if (depth == store) store = 0;
            depth--;
            continue;
        }
        bool single = end[-1] == '/';
        if (!store) take_shape(&s, tag, hidden != 0);
        if (single) continue;
        depth++;
        if (!hidden && hides(tag)) hidden = depth;
        if (!store && is_store(tag)) store = depth;
    }
    return s;
}

// Returns true if the SVG shows bars, points or a line.
static bool shows_something(const char *text, char why[200]) {
    Shapes s = count_shapes(text);
    if (s.hidden > s.seen)
        snprintf(why, 200, "%d of its %d shapes cannot be seen", s.hidden,
                 s.hidden + s.seen);
    else if (s.lines == 0 && s.seen < 2)
        snprintf(why, 200, "it shows nothing: no line, no bars, no points");
    else
        return true;
    return false;
}

static bool is_bitmap(const Buf *file) {
    static const struct {
        const char *magic;
        size_t n;
    } kinds[] = {{"\x89PNG\r\n\x1a\n", 8}, {"\xff\xd8\xff", 3}, {"GIF8", 4}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (file->len > kinds[i].n &&
            !memcmp(file->data, kinds[i].magic, kinds[i].n))
            return true;
    return file->len > 12 && !memcmp(file->data, "RIFF", 4) &&
           !memcmp(file->data + 8, "WEBP", 4);
}

bool paper_check_picture(const char *path, char why[200]) {
    Buf file = {0};
    Err err = {0};
    bool ok = false;
    if (!path_exists(path) || path_is_dir(path)) {
        snprintf(why, 200, "there is no such file beside the report");
        return false;
    }
    if (!file_read(path, &file, &err)) {
        snprintf(why, 200, "it cannot be read: %.150s", err.msg);
    } else if (file.len == 0) {
        snprintf(why, 200, "the file is empty");
    } else if (is_bitmap(&file)) {
        ok = true;
    } else if (memmem(file.data, file.len, "<svg", 4)) {
        ok = shows_something(buf_text(&file), why);
    } else {
        snprintf(why, 200, "the file is no PNG, JPEG, GIF, WebP or SVG");
    }
    err_clear(&err);
    buf_free(&file);
    return ok;
}
