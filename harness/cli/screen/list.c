// The loop and the picture of kata list; see list.h.
//
//     12-week micro-syllabus: 3 of 85 done
//     [all]  due  failed  stale  passed  planned     search: gemm
//      12  passed    week03/gemm-naive, A matrix product
//   >  13  open      week03/gemm-tiled, Tiles in shared memory
//     Enter begin  / search  f filter  n next  r reset  ? help  q quit
//
// The picture is drawn whole, in one write, after every key.
#include "cli/screen/list.h"

#include "base/path.h"
#include "base/str.h"
#include "cli/folder/work.h"
#include "cli/learn/items.h"
#include "cli/screen/child.h"
#include "cli/screen/terminal.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORDS = 60, HEAD_ROWS = 2, LEAST_COLUMNS = 20, LEAST_ROWS = 5 };

typedef enum Asking { ASKS_NOTHING, ASKS_WORDS, ASKS_RESET } Asking;

typedef struct ListRow {
    const Slot *slot;   // of the track, or NULL
    const Exercise *ex; // NULL: a text
} ListRow;

typedef struct List {
    App *a;
    Course course;
    ListRow *shown; // what the filter lets through: slots, then outside of them
    int n;
    int at, top; // of shown: the chosen row, and the first on the screen
    int filter;  // of filters
    char words[MOST_WORDS + 1];
    Asking asks;
    char message[160]; // in place of the keys; "": none
    bool helps, ended;
    int signal; // to die of, or 0
    const Exercise *chosen;
} List;

static const struct {
    const char *name;
    ItemFilter filter;
} filters[] = {
    {"all", {0}},
    {"due", {.due = true}},
    {"failed", {.failed = true}},
    {"stale", {.stale = true}},
    {"passed", {.passed = true}},
    {"planned", {.planned = true}},
};

static const char help[] =
    "\n"
    "  arrows, j k       one up or down; Page Up and Page Down; g G the ends\n"
    "  Enter             leave, and begin this exercise (kata next)\n"
    "  /                 search: part of an address, a title or a topic, "
    "outside\n"
    "                    the track too; Esc ends it\n"
    "  f F               the next filter, the one before\n"
    "                      due      open, and due today or earlier\n"
    "                      failed   tried, and not passed yet\n"
    "                      stale    passed under tests that have changed\n"
    "                      planned  not in the curriculum yet\n"
    "  n                 go to what is next in the track\n"
    "  r                 reset: your file becomes the stub again (asks first;\n"
    "                    kata undo brings it back)\n"
    "  q                 quit (Esc and Ctrl-C too)\n";

// ---- rows

static const ListRow *chosen_row(const List *l) {
    return l->n ? &l->shown[l->at] : NULL;
}

// Exercises that the track does not have, if they are searched for; the course
// is not made of them.
static void add_outside(List *l, const ItemFilter *f) {
    const Exercise **at;
    if (!f->words || f->due || f->planned) return;
    int n = items_outside(&l->course, f, &at);
    for (int i = 0; i < n; i++)
        l->shown[l->n++] = (ListRow){NULL, at[i]};
}

// Chooses the rows anew and keeps the chosen slot, or its neighbour.
static void filter_rows(List *l) {
    const Slot *slots = l->course.s.slots;
    const Slot *slot = l->n ? l->shown[l->at].slot : NULL;
    ItemFilter f = filters[l->filter].filter;
    if (*l->words) f.words = l->words;
    l->n = 0;
    l->at = 0;
    for (int i = 0; i < l->course.s.n; i++) {
        if (!item_is_wanted(&l->course, &slots[i], &f)) continue;
        if (slot && &slots[i] <= slot) l->at = l->n;
        l->shown[l->n++] = (ListRow){&slots[i], slots[i].ex};
    }
    add_outside(l, &f);
}

static bool read_course(List *l, Err *err) {
    App *a = l->a;
    if (!course_open(a, a->track, &l->course, err)) return false;
    l->shown = arena_array(&a->arena, ListRow,
                           (size_t)(l->course.s.n + a->plan.nexercises + 1));
    l->n = 0; // rows of an older course
    return true;
}

static void go_to(List *l, const Exercise *ex) {
    for (int i = 0; i < l->n; i++)
        if (l->shown[i].ex == ex) {
            l->at = i;
            return;
        }
}

// The filter may hide what is next: it ends.
static void go_next(List *l) {
    l->filter = 0;
    *l->words = '\0';
    filter_rows(l);
    if (l->course.s.next.ex) go_to(l, l->course.s.next.ex);
}

// ---- the picture

static void add_filters(const List *l, Buf *out) {
    for (size_t i = 0; i < COUNT_OF(filters); i++)
        buf_fmt(out, (int)i == l->filter ? "[%s] " : " %s  ", filters[i].name);
    if (l->asks == ASKS_WORDS)
        buf_fmt(out, "  search: %s_", l->words);
    else if (*l->words)
        buf_fmt(out, "  search: %s", l->words);
}

// Its place in the track; what is outside has none.
static int add_number(const List *l, const ListRow *r, bool here, Buf *out) {
    char number[24];
    const char *mark = here ? "> " : "  ";
    int n = r->slot ? snprintf(number, sizeof number, "%s%4d  ", mark,
                               (int)(r->slot - l->course.s.slots) + 1)
                    : snprintf(number, sizeof number, "%s   -  ", mark);
    term_ink(&l->a->term, out, here ? INK_BOLD : INK_PLAIN, "%s", number);
    return n;
}

static void add_state(const List *l, const ListRow *r, Buf *out) {
    const Term *t = &l->a->term;
    if (r->slot)
        term_ink(t, out, item_ink(r->slot), "%-9s ", item_state(r->slot));
    else if (course_is_done(&l->course, r->ex))
        term_ink(t, out, INK_GOOD, "%-9s ", "passed");
    else
        term_ink(t, out, INK_DIM, "%-9s ", "outside");
}

static void draw_row(const List *l, int row, int columns, Buf *out) {
    const ListRow *r = &l->shown[row];
    const Term *t = &l->a->term;
    const char *name =
        r->slot ? item_name(&l->course, r->slot)
                : arena_fmt(&l->a->arena, "%s, %s", r->ex->id, r->ex->title);
    bool here = row == l->at;
    int room = add_number(l, r, here, out);
    if (columns >= room + 30) {
        add_state(l, r, out);
        room += 10;
    }
    Buf cut = {0};
    term_cut(&cut, name, columns - room);
    term_ink(t, out, here ? INK_BOLD : INK_PLAIN, "%s", buf_text(&cut));
    buf_free(&cut);
}

static void add_foot(const List *l, int columns, Buf *out) {
    const char *text =
        l->asks == ASKS_WORDS ? "Enter keeps the search, Esc ends it"
        : *l->message         ? l->message
        : l->helps            ? "any key: back to the list"
        : columns < 66        ? "Enter begin  / search  f filter  ? help"
                       : "Enter begin  / search  f filter  n next  r reset  ? "
                         "help  q quit";
    term_cut(out, text, columns - 1);
}

// Keeps the chosen row on the screen.
static void scroll(List *l, int rows) {
    if (l->at < l->top) l->top = l->at;
    if (l->at >= l->top + rows) l->top = l->at - rows + 1;
    if (l->top > l->n - rows) l->top = l->n - rows;
    if (l->top < 0) l->top = 0;
}

static void draw_rows(List *l, int columns, int rows, Buf *out) {
    scroll(l, rows);
    for (int i = 0; i < rows; i++) {
        int row = l->top + i;
        if (row < l->n)
            draw_row(l, row, columns, out);
        else if (l->n == 0 && i == 0)
            term_cut(out, "  nothing: another filter (f) or search (/)",
                     columns);
        buf_str(out, "\033[K\n");
    }
}

static void add_help(int columns, int rows, Buf *out) {
    Str rest = {help, sizeof help - 1}, line;
    for (int i = 0; i < rows; i++) {
        if (str_cut(&rest, '\n', &line)) {
            char text[100];
            snprintf(text, sizeof text, "%.*s", (int)line.n, line.p);
            term_cut(out, text, columns);
        }
        buf_str(out, "\033[K\n");
    }
}

static void add_head(const List *l, int columns, Buf *out) {
    const Course *c = &l->course;
    Buf line = {0};
    buf_fmt(&line, "%s: %d of %d done", l->a->track->title, c->s.done,
            c->s.total);
    term_cut(out, buf_text(&line), columns);
    buf_str(out, "\033[K\n");
    buf_clear(&line);
    add_filters(l, &line);
    term_cut(out, buf_text(&line), columns);
    buf_str(out, "\033[K\n");
    buf_free(&line);
}

static void draw(List *l) {
    Buf out = {0};
    int columns, rows;
    terminal_size(&columns, &rows);
    buf_str(&out, "\033[H");
    if (columns < LEAST_COLUMNS || rows < LEAST_ROWS) {
        if (l->n) draw_row(l, l->at, columns - 1, &out);
    } else {
        add_head(l, columns, &out);
        int room = rows - HEAD_ROWS - 1;
        if (l->helps)
            add_help(columns, room, &out);
        else
            draw_rows(l, columns, room, &out);
        add_foot(l, columns, &out);
    }
    buf_str(&out, "\033[K\033[J");
    term_put(&out);
    buf_free(&out);
}

// ---- a reset

// Runs `kata reset ID --yes` and shows the first line that it prints.
static void reset_file(List *l, const Exercise *ex) {
    const char *argv[] = {"kata", "reset", ex->id, "--yes", NULL};
    Child child = {.out = -1};
    Err err = {0};
    int status = 0;
    if (child_start(&child, argv, 120, false, &err)) {
        while (!child_ended(&child, &status)) {
            poll(&(struct pollfd){child.out, POLLIN, 0}, 1, 100);
            child_read(&child);
        }
        Str rest = str_of(buf_text(&child.text)), line = {0};
        str_cut(&rest, '\n', &line);
        snprintf(l->message, sizeof l->message, "%.*s",
                 (int)min_of(line.n, sizeof l->message - 1), line.p);
        if (status == 0 && read_course(l, &err)) {
            filter_rows(l);
            go_to(l, ex);
        }
    }
    if (err.kind) snprintf(l->message, sizeof l->message, "%.150s", err.msg);
    err_clear(&err);
    buf_free(&child.text);
}

static void ask_reset(List *l) {
    const ListRow *s = chosen_row(l);
    if (!s || !s->ex) return;
    if (!path_exists(work_file(l->a, s->ex))) {
        snprintf(l->message, sizeof l->message,
                 "%s: there is no file of yours to reset", s->ex->id);
        return;
    }
    l->asks = ASKS_RESET;
    snprintf(l->message, sizeof l->message,
             "Replace your file of %s with the stub? y or n", s->ex->id);
}

// ---- keys and signals

static void choose(List *l) {
    const ListRow *r = chosen_row(l);
    if (!r) return;
    const Slot *s = r->slot;
    if (r->ex && (!s || s->state != SLOT_ABSENT)) {
        l->chosen = r->ex;
        l->ended = true;
        return;
    }
    snprintf(l->message, sizeof l->message, "%s",
             s->state == SLOT_ABSENT
                 ? "It is not in the curriculum yet."
                 : "There is nothing to hand out: it is done by reading.");
}

static void type_words(List *l, Key key) {
    size_t n = strlen(l->words);
    if (key == '\n' || key == '\r' || key == KEY_ESCAPE) {
        if (key == KEY_ESCAPE) *l->words = '\0';
        l->asks = ASKS_NOTHING;
    } else if (key == KEY_BACKSPACE) {
        // All bytes of a character.
        while (n > 0 && ((unsigned char)l->words[--n] & 0xc0) == 0x80)
            continue;
        l->words[n] = '\0';
    } else if (key >= ' ' && key < KEY_UP && n < MOST_WORDS) {
        l->words[n] = (char)key;
        l->words[n + 1] = '\0';
    }
    filter_rows(l);
}

static void move_by(List *l, int by) {
    l->at = max_of(min_of(l->at + by, l->n - 1), 0);
}

static void change_filter(List *l, int by) {
    int n = COUNT_OF(filters);
    l->filter = (l->filter + by + n) % n;
    filter_rows(l);
}

static void take_command(List *l, Key key) {
    int columns, rows;
    terminal_size(&columns, &rows);
    int page = max_of(rows - HEAD_ROWS - 2, 1);
    switch ((int)key) {
    case 'q':
    case KEY_ESCAPE: l->ended = true; break;
    case '\n':
    case '\r': choose(l); break;
    case 'j':
    case KEY_DOWN: move_by(l, 1); break;
    case 'k':
    case KEY_UP: move_by(l, -1); break;
    case ' ':
    case KEY_PAGE_DOWN: move_by(l, page); break;
    case KEY_PAGE_UP: move_by(l, -page); break;
    case 'g':
    case KEY_HOME: l->at = 0; break;
    case 'G':
    case KEY_LAST: move_by(l, l->n); break;
    case 'f': change_filter(l, 1); break;
    case 'F': change_filter(l, -1); break;
    case 'n': go_next(l); break;
    case 'r': ask_reset(l); break;
    case '/': l->asks = ASKS_WORDS; break;
    case '?': l->helps = true; break;
    }
}

static void take_key(List *l, Key key) {
    if (key == KEY_END) {
        l->ended = true;
    } else if (l->asks == ASKS_WORDS) {
        type_words(l, key);
    } else if (l->asks == ASKS_RESET) {
        l->asks = ASKS_NOTHING;
        *l->message = '\0';
        if (key == 'y' || key == 'Y') reset_file(l, chosen_row(l)->ex);
    } else {
        bool helped = l->helps;
        l->helps = false;
        *l->message = '\0';
        if (!helped) take_command(l, key);
    }
}

static void take_signal(List *l, int signal) {
    switch (signal) {
    case SIGINT:
    case SIGTERM:
    case SIGHUP:
    case SIGQUIT:
        l->signal = signal;
        l->ended = true;
        break;
    case SIGTSTP: terminal_stop(); break;
    case SIGCONT: terminal_resume(); break;
    default: break;
    }
}

// ---- the loop

static void turn(List *l) {
    struct pollfd on[] = {{STDIN_FILENO, POLLIN, 0},
                          {terminal_signal_fd(), POLLIN, 0}};
    int signal;
    Key key;
    draw(l);
    poll(on, COUNT_OF(on), -1);
    while ((signal = terminal_signal()) != 0)
        take_signal(l, signal);
    while (!l->ended && (key = terminal_key()) != KEY_NONE)
        take_key(l, key);
}

bool list_screen(App *a, const Exercise **chosen, Err *err) {
    List l = {.a = a};
    *chosen = NULL;
    if (!read_course(&l, err)) return false;
    go_next(&l);
    terminal_open(true);
    while (!l.ended)
        turn(&l);
    if (l.signal) terminal_die(l.signal);
    terminal_close();
    *chosen = l.chosen;
    return true;
}
