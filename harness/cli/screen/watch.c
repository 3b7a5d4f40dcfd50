// Save and see: the loop of kata watch.
//
// A check, a hint, a comparison: each is kata once more, in a process of its
// own (child.h), so that what it prints is what the verb prints, no memory is
// kept, and its crash is not ours. This loop waits for four things: keys,
// signals, saves, and the child.
#include "cli/screen/watch.h"

#include "base/hash.h"
#include "base/path.h"
#include "cli/folder/work.h"
#include "cli/learn/course.h"
#include "cli/learn/record.h"
#include "cli/screen/child.h"
#include "cli/screen/footer.h"
#include "cli/screen/saves.h"
#include "cli/screen/terminal.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Watch {
    App *a;
    const Exercise *ex;
    const char *file;
    Arena arena; // of the exercise
    Saves saves;
    Child job;
    const char *verb;        // of the job
    char judged[HASH_HEX];   // the text that was checked last; "": none
    char starting[HASH_HEX]; // the text when the check began
    bool polls, empty;       // empty: the file was, at the last save
    bool edits;              // the user has not said whether they are tried
    bool leaves, ended;      // leaves: when the job has ended
    int signal;              // to die of, or 0
    time_t since;            // of the job
    Footer footer;
    Buf text; // on the screen above the footer
} Watch;

// ---- what the record says

// Whatever verbs allocate while f runs is freed: this process lives long.
static void read_record(Watch *w) {
    App *a = w->a;
    Arena kept = a->arena;
    Course c;
    Err err = {0};
    Footer *f = &w->footer;
    a->arena = (Arena){0};
    f->next = NULL;
    f->total = 0;
    if (a->track && course_open(a, a->track, &c, &err)) {
        f->done = c.s.done;
        f->total = c.s.total;
        f->next = c.s.next.ex;
    }
    Progress *rows = NULL;
    int n = 0;
    if (record_progress(a, &rows, &n, &err)) {
        const Progress *p = store_find_progress(rows, n, w->ex->id);
        f->state = p ? p->state : STATE_TODO;
    }
    err_clear(&err);
    arena_reset(&a->arena);
    a->arena = kept;
}

// The hash of the source of the last attempt, or "".
static void hash_attempt(Watch *w, char hex[HASH_HEX]) {
    Arena m = {0};
    size_t n;
    char *source = store_source(w->a->store, &m, w->ex->id, false, &n);
    *hex = '\0';
    if (source) hash_of(source, n, hex);
    arena_reset(&m);
}

// False: there is no such file now. *n: its size.
static bool hash_now(const Watch *w, char hex[HASH_HEX], size_t *n) {
    Buf text = {0};
    Err ignored = {0};
    bool ok = file_read(w->file, &text, &ignored);
    *hex = '\0';
    if (n) *n = text.len;
    if (ok) hash_of(buf_text(&text), text.len, hex);
    buf_free(&text);
    err_clear(&ignored);
    return ok;
}

static void hash_stub(Watch *w, char hex[HASH_HEX]) {
    Buf stub = {0};
    Err ignored = {0};
    *hex = '\0';
    if (work_stub(w->a, w->ex, &stub, &ignored))
        hash_of(buf_text(&stub), stub.len, hex);
    buf_free(&stub);
    err_clear(&ignored);
}

// ---- jobs

static void start_job(Watch *w, const char *verb, const char *option) {
    bool whole = !strcmp(verb, "list"); // of the track, not of the exercise
    const char *argv[] = {"kata", verb, whole ? NULL : w->ex->id, option, NULL};
    int columns, rows;
    Err err = {0};
    if (w->job.pid) return;
    terminal_size(&columns, &rows);
    w->verb = verb;
    w->since = time(NULL);
    w->footer.job = verb;
    w->footer.seconds = 0;
    if (!child_start(&w->job, argv, columns, w->a->term.colour, &err)) {
        footer_add(&w->footer, &w->text, err.msg);
        w->footer.job = NULL;
    }
    err_clear(&err);
    footer_job(&w->footer);
}

// On a save the verdict has to come at once; who presses a key may wait for
// small edits to be tried (gate/check/small_edit.h).
static void start_check(Watch *w, bool at_once) {
    if (w->edits && at_once) setenv("KATA_EDITS", "0", 1);
    if (w->edits && !at_once) unsetenv("KATA_EDITS");
    hash_now(w, w->starting, NULL);
    start_job(w, "check", NULL);
}

// The file may have been saved: checks it if it is another text.
static void look_at_file(Watch *w) {
    char now[HASH_HEX];
    size_t n;
    if (w->job.pid || !hash_now(w, now, &n)) return;
    // Some editors truncate the file, and write to it later.
    bool first = n == 0 && !w->empty;
    w->empty = n == 0;
    if (first)
        saves_again(&w->saves);
    else if (strcmp(now, w->judged) != 0)
        start_check(w, true);
}

// The check may have read a later text than the one it was started for.
static void settle_check(Watch *w) {
    char now[HASH_HEX], read[HASH_HEX];
    strcpy(w->judged, w->starting);
    if (!hash_now(w, now, NULL) || !strcmp(now, w->judged)) return;
    hash_attempt(w, read);
    if (!strcmp(read, now)) strcpy(w->judged, now);
}

static void end_job(Watch *w, int status) {
    bool check = !strcmp(w->verb, "check");
    bool fresh = check || !strcmp(w->verb, "next") || !strcmp(w->verb, "show");
    w->footer.job = NULL;
    if (check) settle_check(w);
    read_record(w);
    if (check) w->footer.passes = status == 0;
    if (w->leaves) {
        w->ended = true;
        if (w->signal) return; // a check that was interrupted has no result
    }
    if (status > 128)
        buf_fmt(&w->job.text, "kata %s was ended by signal %d\n", w->verb,
                status - 128);
    if (fresh) {
        buf_clear(&w->text);
        buf_str(&w->text, buf_text(&w->job.text));
        footer_screen(&w->footer, &w->text);
    } else {
        footer_add(&w->footer, &w->text, buf_text(&w->job.text));
    }
    if (!w->ended) look_at_file(w); // saved meanwhile, perhaps
}

// ---- exercises

static bool take_exercise(Watch *w, const Exercise *ex, Err *err) {
    App *a = w->a;
    char now[HASH_HEX], known[HASH_HEX];
    Arena kept = a->arena;
    saves_close(&w->saves);
    arena_reset(&w->arena);
    a->arena = (Arena){0};
    bool ok = work_hand_out(a, ex, NULL, err);
    w->ex = ex;
    w->file = arena_str(&w->arena, work_file(a, ex));
    w->footer.ex = ex;
    w->footer.passes = false;
    hash_stub(w, known);
    arena_reset(&a->arena);
    a->arena = kept;
    if (!ok) return false;

    saves_open(&w->saves, w->file, w->polls);
    w->empty = false;
    *w->judged = '\0';
    // A text as it was handed out, or judged already, says nothing new.
    if (hash_now(w, now, NULL) && !strcmp(now, known)) strcpy(w->judged, now);
    hash_attempt(w, known);
    if (!strcmp(now, known)) strcpy(w->judged, now);
    read_record(w);
    if (*w->judged)
        start_job(w, a->track ? "next" : "show", NULL);
    else
        start_check(w, true);
    return true;
}

static void go_next(Watch *w) {
    const Exercise *next = w->footer.next;
    Err err = {0};
    if (!next) {
        footer_add(&w->footer, &w->text,
                   w->a->track ? "Nothing is left to do in this track.\n"
                               : "No track is active: kata start TRACK\n");
    } else if (next == w->ex) {
        footer_add(&w->footer, &w->text,
                   "This exercise is the next one: it has not passed yet. "
                   "h shows a hint.\n");
    } else if (!take_exercise(w, next, &err)) {
        footer_add(&w->footer, &w->text, err.msg);
        w->ended = true;
    }
    err_clear(&err);
}

// ---- keys and signals

static const struct WatchKey {
    char key;
    const char *verb, *option;
} verb_keys[] = {
    {'l', "list", NULL},       {'h', "hint", NULL},     {'e', "explain", NULL},
    {'b', "bench", NULL},      {'s', "solution", NULL}, {'u', "undo", NULL},
    {'d', "diff", "--passed"},
};

// Input during a job is dropped, so that it does not act later; only leaving
// is always possible.
static void take_key(Watch *w, Key key) {
    if (key == 'q' || key == KEY_END) {
        if (key == 'q') child_stop(&w->job);
        w->leaves = true;
        w->ended = !w->job.pid;
        return;
    }
    if (w->job.pid) return;
    for (size_t i = 0; i < COUNT_OF(verb_keys); i++)
        if (verb_keys[i].key == key)
            start_job(w, verb_keys[i].verb, verb_keys[i].option);
    switch ((int)key) {
    case 'n': go_next(w); break;
    case 'c':
    case '\n':
    case '\r': start_check(w, false); break;
    case '?': footer_add(&w->footer, &w->text, footer_help()); break;
    }
}

// The first Ctrl-C asks the job to end, the second does not ask.
static void leave_by(Watch *w, int signal) {
    if (signal == SIGINT)
        child_kill(&w->job, w->signal ? SIGKILL : SIGINT);
    else
        child_stop(&w->job);
    w->signal = signal;
    w->leaves = true;
    w->ended = !w->job.pid;
}

static void take_signal(Watch *w, int signal) {
    switch (signal) {
    case SIGINT:
    case SIGTERM:
    case SIGHUP:
    case SIGQUIT: leave_by(w, signal); break;
    case SIGTSTP: terminal_stop(); break;
    case SIGCONT: terminal_resume(); // fall through
    case SIGWINCH:
        if (!w->footer.plain) footer_screen(&w->footer, &w->text);
        break;
    default: break;
    }
}

// ---- the loop

static int time_to_wait(const Watch *w) {
    enum { TICK_MS = 1000 };
    int wait = saves_wait(&w->saves);
    if (w->job.pid && !w->footer.plain && (wait < 0 || wait > TICK_MS))
        wait = TICK_MS;
    return wait;
}

static void turn(Watch *w) {
    enum { KEYS, SIGNALS, SAVES, JOB, N };
    struct pollfd on[N] = {
        [KEYS] = {w->leaves ? -1 : STDIN_FILENO, POLLIN, 0},
        [SIGNALS] = {terminal_signal_fd(), POLLIN, 0},
        [SAVES] = {w->saves.fd, POLLIN, 0},
        [JOB] = {w->job.pid ? w->job.out : -1, POLLIN, 0},
    };
    int status, signal;
    poll(on, N, time_to_wait(w));
    while ((signal = terminal_signal()) != 0)
        take_signal(w, signal);
    if (w->job.pid) child_read(&w->job);
    if (child_ended(&w->job, &status)) end_job(w, status);
    if (!w->ended && saves_settled(&w->saves)) look_at_file(w);
    Key key = KEY_NONE;
    while (!w->leaves && (key = terminal_key()) != KEY_NONE)
        take_key(w, key);
    if (w->job.pid && !w->footer.plain &&
        time(NULL) - w->since != w->footer.seconds) {
        w->footer.seconds = time(NULL) - w->since;
        footer_job(&w->footer);
    }
}

bool watch_run(App *a, const Exercise *ex, bool polls, Err *err) {
    Watch w = {.a = a,
               .polls = polls,
               .edits = !getenv("KATA_EDITS"),
               .saves = {.fd = -1}};
    w.footer = (Footer){
        .term = &a->term, .saves = &w.saves, .plain = terminal_is_plain()};
    terminal_open(false);
    bool ok = take_exercise(&w, ex, err);
    while (ok && !w.ended)
        turn(&w);
    child_stop(&w.job);
    footer_leave(&w.footer);
    saves_close(&w.saves);
    arena_reset(&w.arena);
    buf_free(&w.text);
    buf_free(&w.job.text);
    if (w.signal) terminal_die(w.signal);
    terminal_close();
    return ok;
}
