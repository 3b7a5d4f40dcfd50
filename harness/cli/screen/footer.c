// Text above, footer below; see footer.h.
//
// No alternate screen: what was shown stays in the terminal's own history and
// can be copied. The footer's lines are never wider than the terminal, so that
// it is known how many there are to take away.
#include "cli/screen/footer.h"

#include "cli/screen/terminal.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_COLUMNS = 20, LEAST_ROWS = 5, NARROW = 60 };

static const char *const keys[] = {
    "h hint",     "n next", "l list",  "e explain", "b bench", "d diff",
    "s solution", "u undo", "c check", "? help",    "q quit",
};

const char *footer_help(void) {
    return "Save the file and it is checked. Keys:\n"
           "  h  the next hint\n"
           "  n  the next exercise of the track\n"
           "  l  the items of the track\n"
           "  e  explain: the cost of each line\n"
           "  b  bench: times at many sizes\n"
           "  d  what has changed since the last pass\n"
           "  s  the solution, after a pass\n"
           "  u  undo: take back the last reset\n"
           "  c  check now (Enter too), and try small edits if values are "
           "wrong\n"
           "  q  quit (Ctrl-C too)\n"
           "During a check only q and Ctrl-C are heard.\n";
}

// ---- lines

static void add_standing(const Footer *f, Buf *out) {
    if (f->job && !strcmp(f->job, "check"))
        buf_fmt(out, "checking %s", f->ex->id);
    else if (f->job)
        buf_fmt(out, "kata %s %s", f->job, f->ex->id);
    else if (f->passes)
        buf_fmt(out, "%s: passed; n: the next one", f->ex->id);
    else
        buf_fmt(out, "%s: %s", f->ex->id,
                f->state == STATE_PASSED      ? "passed before"
                : f->state == STATE_STALE     ? "passed; tests have changed"
                : f->state == STATE_SKIPPED   ? "skipped"
                : f->state == STATE_ATTEMPTED ? "not passed yet"
                                              : "not tried yet");
    if (f->job && f->seconds > 0) buf_fmt(out, "  %ld s", f->seconds);
}

static void add_bar(const Footer *f, Buf *out, int columns) {
    int cells = columns < NARROW ? 10 : 20;
    int full = (int)((long)f->done * cells / f->total);
    if (full == 0 && f->done > 0) full = 1;
    buf_char(out, '[');
    buf_pad(out, '#', (size_t)full);
    buf_pad(out, '-', (size_t)(cells - full));
    buf_fmt(out, "] %d of %d  ", f->done, f->total);
}

// The keys in as many lines as they need; *lines grows.
static void add_keys(const Footer *f, Buf *out, int columns, int *lines) {
    int at = 0;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        int wide = (int)strlen(keys[i]);
        if (at > 0 && at + 2 + wide > columns) {
            buf_char(out, '\n');
            ++*lines;
            at = 0;
        }
        if (at > 0) buf_str(out, "  ");
        term_ink(f->term, out, INK_BOLD, "%c", *keys[i]);
        buf_str(out, keys[i] + 1);
        at += (at > 0 ? 2 : 0) + wide;
    }
}

static void add_footer(Footer *f, Buf *out, int columns) {
    static const char polled[] = "polling: looks at the file once a second";
    Buf line = {0};
    buf_char(out, '\n');
    f->lines = 3;
    if (f->total > 0) add_bar(f, &line, columns);
    add_standing(f, &line);
    term_cut(out, buf_text(&line), columns);
    buf_char(out, '\n');
    if (f->saves->polls) {
        term_cut(out, polled, columns);
        buf_char(out, '\n');
        f->lines++;
    }
    add_keys(f, out, columns, &f->lines);
    buf_free(&line);
}

// As one line for a terminal that only appends.
static void add_sentence(const Footer *f, Buf *out) {
    buf_char(out, '\n');
    if (f->total > 0) buf_fmt(out, "%d of %d. ", f->done, f->total);
    add_standing(f, out);
    buf_fmt(out, "%s. Type ? for the keys, q to quit.\n",
            f->saves->polls ? ". Polling once a second" : "");
}

// ---- screens

static bool is_tiny(int columns, int rows) {
    return columns < LEAST_COLUMNS || rows < LEAST_ROWS;
}

// The cursor to where the footer began, and nothing after it.
static void erase_footer(Footer *f, Buf *out) {
    if (f->lines == 0) return;
    buf_char(out, '\r');
    if (f->lines > 1) buf_fmt(out, "\033[%dA", f->lines - 1);
    buf_str(out, "\033[J");
    f->lines = 0;
}

static void show(Buf *out) {
    term_put(out);
    buf_free(out);
}

static void add_one_line(Footer *f, Buf *out, int columns) {
    Buf line = {0};
    add_standing(f, &line);
    buf_str(out, "\033[2J\033[H");
    term_cut(out, buf_text(&line), columns - 1);
    buf_free(&line);
    f->lines = 1;
}

void footer_screen(Footer *f, const Buf *text) {
    Buf out = {0};
    int columns, rows;
    terminal_size(&columns, &rows);
    if (f->plain) {
        buf_add(&out, buf_text(text), text->len);
        add_sentence(f, &out);
    } else if (is_tiny(columns, rows)) {
        add_one_line(f, &out, columns);
    } else {
        buf_str(&out, "\033[2J\033[H");
        buf_add(&out, buf_text(text), text->len);
        add_footer(f, &out, columns);
    }
    show(&out);
}

void footer_add(Footer *f, Buf *text, const char *more) {
    enum { MOST = 256 * 1024 };
    Buf out = {0};
    int columns, rows;
    terminal_size(&columns, &rows);
    if (text->len + strlen(more) > MOST) buf_clear(text);
    buf_char(text, '\n');
    buf_str(text, more);
    if (f->plain) {
        buf_fmt(&out, "\n%s", more);
        add_sentence(f, &out);
    } else if (is_tiny(columns, rows)) {
        add_one_line(f, &out, columns);
    } else {
        erase_footer(f, &out);
        buf_fmt(&out, "\n%s", more);
        add_footer(f, &out, columns);
    }
    show(&out);
}

void footer_job(Footer *f) {
    Buf out = {0};
    int columns, rows;
    terminal_size(&columns, &rows);
    if (f->plain) {
        add_standing(f, &out);
        buf_str(&out, " ...\n");
    } else if (is_tiny(columns, rows)) {
        add_one_line(f, &out, columns);
    } else {
        erase_footer(f, &out);
        add_footer(f, &out, columns);
    }
    show(&out);
}

void footer_leave(Footer *f) {
    Buf out = {0};
    if (!f->plain) erase_footer(f, &out);
    show(&out);
}
