// A brief on a terminal: Markdown as plain text.
//
// Headings bold, code kept as it is, paragraphs rewrapped, links reduced to
// their text and address. Line by line, since briefs are ours and simple; what
// it does not know it leaves as written.
#include "report/report.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

typedef struct Mark {
    const Term *t;
    Buf *out;
    Buf para;   // the paragraph or list item being collected
    int indent; // of its lines after the first
    bool code;  // inside a fence
} Mark;

static void flush_para(Mark *m) {
    if (m->para.len == 0) return;
    term_hang(m->t, m->out, 0, m->indent, buf_text(&m->para));
    buf_clear(&m->para);
    m->indent = 0;
}

// [text](address) becomes text (address); emphasis loses its stars. `code`
// stays as it is.
static void add_inline(Buf *out, Str line) {
    for (size_t i = 0; i < line.n; i++) {
        const char *tick = line.p[i] == '`'
                               ? memchr(line.p + i + 1, '`', line.n - i - 1)
                               : NULL;
        if (tick) {
            size_t n = (size_t)(tick - line.p) - i + 1;
            buf_add(out, line.p + i, n);
            i += n - 1;
            continue;
        }
        const char *close = memchr(line.p + i, ']', line.n - i);
        if (line.p[i] == '[' && close && close + 1 < line.p + line.n &&
            close[1] == '(') {
            const char *end =
                memchr(close, ')', (size_t)(line.p + line.n - close));
            if (end) {
                buf_add(out, line.p + i + 1, (size_t)(close - line.p) - i - 1);
                buf_fmt(out, " (%.*s)", (int)(end - close - 2), close + 2);
                i = (size_t)(end - line.p);
                continue;
            }
        }
        if (line.p[i] == '*' && i + 1 < line.n && line.p[i + 1] == '*') {
            i++;
            continue;
        }
        buf_char(out, line.p[i]);
    }
}

// Returns the width of "- ", "* " or "12. " at the start, or 0.
static size_t bullet(Str line) {
    if (line.n > 2 && (line.p[0] == '-' || line.p[0] == '*') &&
        line.p[1] == ' ')
        return 2;
    size_t i = 0;
    while (i < line.n && isdigit((unsigned char)line.p[i]))
        i++;
    return i > 0 && i + 1 < line.n && line.p[i] == '.' && line.p[i + 1] == ' '
               ? i + 2
               : 0;
}

// "    x = 1;" after a blank line, or in a row of such lines.
static bool is_indented_code(const Mark *m, Str line, Str text) {
    return m->para.len == 0 && text.n > 0 && text.p - line.p >= 4 &&
           !strncmp(line.p, "    ", 4);
}

static bool is_heading(Str text) {
    size_t i = 0;
    while (i < text.n && text.p[i] == '#')
        i++;
    return i > 0 && i < text.n && text.p[i] == ' ';
}

static void heading(Mark *m, Str text) {
    size_t i = 0;
    while (i < text.n && text.p[i] == '#')
        i++;
    Str rest = str_trim((Str){text.p + i, text.n - i});
    flush_para(m);
    term_ink(m->t, m->out, INK_BOLD, "%.*s", (int)rest.n, rest.p);
    buf_char(m->out, '\n');
}

static void one_line(Mark *m, Str line) {
    Str text = str_trim(line);
    if (text.n >= 3 && !strncmp(text.p, "```", 3)) {
        flush_para(m);
        m->code = !m->code;
    } else if (m->code) {
        buf_str(m->out, "    ");
        buf_add(m->out, line.p, line.n);
        buf_char(m->out, '\n');
    } else if (text.n == 0) {
        flush_para(m);
        buf_char(m->out, '\n');
    } else if (is_indented_code(m, line, text)) {
        buf_add(m->out, line.p, line.n);
        buf_char(m->out, '\n');
    } else if (is_heading(text)) {
        heading(m, text);
    } else if (text.p[0] == '|') { // a table: alignment is its point
        flush_para(m);
        buf_add(m->out, line.p, line.n);
        buf_char(m->out, '\n');
    } else {
        size_t lead = (size_t)(text.p - line.p), mark = bullet(text);
        if (mark) {
            flush_para(m);
            buf_pad(&m->para, ' ', lead);
            m->indent = (int)(lead + mark);
        } else if (m->para.len > 0) {
            buf_char(&m->para, ' ');
        }
        add_inline(&m->para, text);
    }
}

void report_markdown(const Term *t, const char *text, size_t n, Buf *out) {
    Mark m = {.t = t, .out = out};
    Str rest = {text, n}, line;
    while (str_cut(&rest, '\n', &line))
        one_line(&m, line);
    flush_para(&m);
    buf_free(&m.para);
    while (out->len > 1 && out->data[out->len - 1] == '\n' &&
           out->data[out->len - 2] == '\n')
        out->data[--out->len] = '\0';
}
