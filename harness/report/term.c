// The terminal, asked once, and the few ways to write for it.
//
// Without a terminal, with NO_COLOR or with TERM=dumb the text is the same,
// byte for byte, but for the colours: what a learner sees is what a script or
// a teacher sees.
#include "report/term.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static bool wants_colour(void) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

static bool has_utf8(void) {
    const char *name = getenv("LC_ALL");
    if (!name || !*name) name = getenv("LC_CTYPE");
    if (!name || !*name) name = getenv("LANG");
    return name && (strcasestr(name, "utf-8") || strcasestr(name, "utf8"));
}

static int probe_height(void) {
    enum { USUAL = 24 };
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known && size.ws_row > USUAL ? size.ws_row : USUAL;
}

static int probe_width(void) {
    enum { LEAST = 40, MOST = 120, USUAL = 80 };
    struct winsize size;
    int width = 0;
    const char *columns = getenv("COLUMNS");
    if (columns) width = atoi(columns);
    if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    if (width <= 0) width = USUAL;
    // Prose in lines of 200 characters is hard to read, so wide is not used.
    return max_of((int)LEAST, min_of(width, (int)MOST));
}

Term term_probe(void) {
    bool colour = wants_colour();
    const char *forced = getenv("CLICOLOR_FORCE"); // into `less -R`, say
    bool force = forced && *forced && strcmp(forced, "0") != 0;
    Term t = {
        .tty = isatty(STDOUT_FILENO),
        .err_tty = isatty(STDERR_FILENO),
        .utf8 = has_utf8(),
        .width = probe_width(),
        .height = probe_height(),
    };
    t.colour = (t.tty || force) && colour;
    t.err_colour = (t.err_tty || force) && colour;
    return t;
}

Term term_for_stderr(const Term *t) {
    Term err = *t;
    err.tty = t->err_tty;
    err.colour = t->err_colour;
    return err;
}

void term_ink(const Term *t, Buf *out, Ink ink, const char *fmt, ...) {
    static const char *const codes[] = {
        [INK_PLAIN] = "",         [INK_GOOD] = "\033[32m",
        [INK_BAD] = "\033[1;31m", [INK_WARN] = "\033[33m",
        [INK_DIM] = "\033[2m",    [INK_BOLD] = "\033[1m",
        [INK_NAME] = "\033[36m",
    };
    bool on = t->colour && ink != INK_PLAIN;
    if (on) buf_str(out, codes[ink]);
    va_list ap;
    va_start(ap, fmt);
    buf_vfmt(out, fmt, ap);
    va_end(ap);
    if (on) buf_str(out, "\033[0m");
}

int term_columns(const char *text, size_t n) {
    int columns = 0;
    for (size_t i = 0; i < n; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

void term_cut(Buf *out, const char *text, int columns) {
    size_t n = 0;
    for (int at = 0; text[n]; n++)
        if (((unsigned char)text[n] & 0xc0) != 0x80 && at++ >= columns) break;
    buf_add(out, text, n);
}

// A number and its unit: the length of " GB/s" after a word of n bytes, or 0.
static size_t unit_length(const char *text, size_t n) {
    static const char *const units[] = {
        "%",  "us", "ms", "ns",  "s",   "GB/s", "TB/s", "TFLOP/s",
        "KB", "MB", "GB", "KiB", "MiB", "GiB",  "MHz",  "GHz"};
    if (n == 0 || text[n] != ' ' || !isdigit((unsigned char)text[n - 1]))
        return 0;
    const char *unit = text + n + 1;
    size_t whole = strcspn(unit, " \n"), plain = strcspn(unit, " \n.,:;)]");
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (strlen(units[i]) == plain && !strncmp(units[i], unit, plain))
            return 1 + whole;
    return 0;
}

// Length of the next word. `kata check week06/transpose` in backquotes is one
// word while it fits a line: half a command cannot be copied.
static size_t word_length(const char *text, int room) {
    size_t n = strcspn(text, " \n");
    const char *open = memchr(text, '`', n);
    size_t unit = unit_length(text, n);
    if (unit && term_columns(text, n + unit) <= room) return n + unit;
    if (!open || memchr(open + 1, '`', (size_t)(text + n - open - 1))) return n;
    const char *close = strpbrk(open + 1, "`\n");
    if (!close || *close == '\n') return n;
    size_t whole = (size_t)(close - text) + strcspn(close, " \n");
    return term_columns(text, whole) <= room ? whole : n;
}

// A word that does not fit after the indent, but fits a line, gets what it
// needs. Returns the column after the pad.
static int break_line(const Term *t, Buf *out, int indent, int columns) {
    bool fits = columns <= t->width;
    int at = fits ? min_of(indent, t->width - columns) : indent;
    while (out->len && out->data[out->len - 1] == ' ')
        out->len--;
    buf_char(out, '\n');
    buf_pad(out, ' ', (size_t)at);
    return at;
}

void term_hang(const Term *t, Buf *out, int column, int indent,
               const char *text) {
    enum { ROOM = 16, NARROW = 6 }; // columns that a column of words must have
    int at = column;
    bool fresh = true; // nothing of the text stands on this line yet
    if (t->width - indent < ROOM && indent > NARROW) {
        indent = NARROW;
        if (*text && t->width - column < ROOM)
            at = break_line(t, out, indent, 0);
    }
    while (*text) {
        if (*text == '\n') {
            buf_char(out, '\n');
            text++;
            if (!strncmp(text, "    ", 4)) { // code, or a command to copy
                size_t line = strcspn(text, "\n");
                buf_add(out, text, line);
                text += line;
                fresh = false;
                continue;
            }
            if (*text && *text != '\n') buf_pad(out, ' ', (size_t)indent);
            at = indent;
            fresh = true;
            continue;
        }
        size_t gap = strspn(text, " ");
        size_t n = word_length(text + gap, t->width - indent);
        int columns = term_columns(text + gap, n);
        bool over = at + (int)gap + columns > t->width;
        bool fits_below = at > NARROW && columns <= t->width - NARROW;
        if (over && (!fresh || fits_below)) {
            at = break_line(t, out, indent, columns);
        } else {
            buf_pad(out, ' ', gap);
            at += (int)gap;
        }
        buf_add(out, text + gap, n);
        at += columns;
        fresh = false;
        text += gap + n;
        if (*text == ' ' && !text[strspn(text, " ")]) break;
    }
    buf_char(out, '\n');
}

void term_line(const Term *t, Buf *out, int indent, const char *fmt, ...) {
    Buf line = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vfmt(&line, fmt, ap);
    va_end(ap);
    term_wrap(t, out, indent, buf_text(&line));
    buf_free(&line);
}

void term_wrap(const Term *t, Buf *out, int indent, const char *text) {
    buf_pad(out, ' ', (size_t)indent);
    term_hang(t, out, indent, indent, text);
}

void term_bar(const Term *t, Buf *out, int done, int total, int cells) {
    int full = total > 0 ? (int)((long)done * cells / total) : 0;
    if (full == 0 && done > 0) full = 1; // some is more than none
    buf_char(out, '[');
    Buf bar = {0};
    buf_pad(&bar, '#', (size_t)full);
    if (full > 0) term_ink(t, out, INK_GOOD, "%s", buf_text(&bar));
    buf_free(&bar);
    buf_pad(out, '-', (size_t)(cells - full));
    buf_fmt(out, "] %d/%d", done, total);
}

void term_spark(const Term *t, Buf *out, const double *values, int n) {
    static const char *const blocks[] = {"▁", "▂", "▃", "▄",
                                         "▅", "▆", "▇", "█"};
    static const char *const ascii[] = {"_", ".", "-", "~", "=", "+", "*", "#"};
    double lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < n; i++) {
        if (!isfinite(values[i])) continue;
        lo = min_of(lo, values[i]);
        hi = max_of(hi, values[i]);
    }
    for (int i = 0; i < n; i++) {
        if (!isfinite(values[i])) {
            buf_char(out, ' ');
            continue;
        }
        double part = hi > lo ? (values[i] - lo) / (hi - lo) : 0;
        int level = min_of(7, (int)(part * 8));
        buf_str(out, t->utf8 ? blocks[level] : ascii[level]);
    }
}

static int lost; // errno of output that did not arrive

void term_put(const Buf *out) {
    if (fflush(stdout) != 0) lost = errno;
    size_t at = 0;
    while (at < out->len) {
        ssize_t n = write(STDOUT_FILENO, out->data + at, out->len - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            lost = errno;
            return;
        }
        at += (size_t)n;
    }
}

int term_lost(void) {
    if (fflush(stdout) != 0) lost = errno;
    return lost == EPIPE ? 0 : lost;
}

// ---- the spinner: one per process, because there is one stderr
static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread;
    bool running, shown;
    char text[160];
    struct timespec since;
    Term term;
} spin = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

static double seconds_since(const struct timespec *then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) +
           (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

static void draw_spinner(int frame) {
    static const char marks[] = "|/-\\";
    double seconds = seconds_since(&spin.since);
    if (seconds < 1) return; // what is quick needs no company
    fprintf(stderr, "\r%s%c %.*s %.0f s\033[K", "", marks[frame % 4],
            spin.term.width - 12, spin.text, seconds);
    fflush(stderr);
    spin.shown = true;
}

static void *spin_loop(void *unused) {
    (void)unused;
    enum { STEP_NS = 100 * 1000 * 1000 };
    pthread_mutex_lock(&spin.lock);
    for (int frame = 0; spin.running; frame++) {
        draw_spinner(frame);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += STEP_NS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&spin.wake, &spin.lock, &until);
    }
    pthread_mutex_unlock(&spin.lock);
    return NULL;
}

void term_spin(const Term *t, const char *text) {
    if (!t->err_tty) return;
    pthread_mutex_lock(&spin.lock);
    snprintf(spin.text, sizeof spin.text, "%s", text);
    bool start = !spin.running;
    if (start) {
        spin.running = true;
        spin.shown = false;
        spin.term = *t;
        clock_gettime(CLOCK_MONOTONIC, &spin.since);
    }
    pthread_mutex_unlock(&spin.lock);
    if (start && pthread_create(&spin.thread, NULL, spin_loop, NULL) != 0)
        spin.running = false; // no thread, no spinner, no harm
}

void term_forked(void) {
    pthread_mutex_init(&spin.lock, NULL);
    pthread_cond_init(&spin.wake, NULL);
    spin.running = false;
}

void term_spin_end(void) {
    pthread_mutex_lock(&spin.lock);
    bool was = spin.running;
    spin.running = false;
    pthread_cond_signal(&spin.wake);
    pthread_mutex_unlock(&spin.lock);
    if (!was) return;
    pthread_join(spin.thread, NULL);
    if (spin.shown) fputs("\r\033[K", stderr);
}
