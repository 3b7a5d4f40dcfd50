// See choose.h. Time chooses the track, and not what is known already: all of
// them begin with the first kernel, and everything that one can do is skipped.
#include "cli/learn/choose.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Option {
    const char *text;
    const char *then; // to be said when it is chosen; or NULL
    int minutes;      // a week
} Option;

typedef struct Asked {
    const char *text;
    Option at[4];
    int n;
} Asked;

static const Asked knows = {
    "What do you know already?",
    {{"neither C nor CUDA",
      "kata teaches CUDA, and not C. Read about pointers, arrays and functions "
      "of C first, or beside it: the first kernels need no more.",
      0},
     {"C or C++, and no CUDA", NULL, 0},
     {"CUDA: I have written kernels",
      "What you can do is passed in a minute each; `kata skip` leaves it out.",
      0}},
    3};

static const Asked time_left = {"How much time do you have?",
                                {{"half an hour on weekdays", NULL, 5 * 30},
                                 {"an hour on weekdays", NULL, 5 * 60},
                                 {"three hours a day", NULL, 6 * 180},
                                 {"all day", NULL, 6 * 780}},
                                4};

static const Asked gpu = {
    "Do you have an NVIDIA GPU here?",
    {{"yes", "`kata doctor` says whether kata finds it.", 0},
     {"no, or not now",
      "None is needed: kata runs your CUDA code on its own simulated device, "
      "with the same tests, and says so.",
      0}},
    2};

// Returns the index of the answer, -1 at the end of the input.
static int put_question(App *a, const Asked *q) {
    Buf out = {0};
    buf_fmt(&out, "%s\n", q->text);
    for (int i = 0; i < q->n; i++)
        buf_fmt(&out, "  %c  %s\n", 'a' + i, q->at[i].text);
    for (;;) {
        buf_fmt(&out, "a to %c: ", 'a' + q->n - 1);
        app_print(&out);
        out = (Buf){0};
        fflush(stdout);
        char *line;
        if (!app_read_line(a, stdin, &line)) return -1;
        int i = tolower((unsigned char)line[0]) - 'a';
        if (i < 0 || i >= q->n || line[1]) {
            buf_str(&out, "Type one letter, ");
            continue;
        }
        if (q->at[i].then) term_wrap(&a->term, &out, 2, q->at[i].then);
        buf_char(&out, '\n');
        app_print(&out);
        return i;
    }
}

static int minutes_per_week(const Track *t) {
    int n = 0;
    while (t->days[n])
        n++;
    return n * t->minutes_per_day;
}

const Track *choose_by_time(const Plan *p, int minutes) {
    const Track *best = NULL;
    double least = INFINITY;
    for (int i = 0; i < p->ntracks; i++) {
        double far =
            fabs(log((double)minutes_per_week(p->tracks[i]) / minutes));
        if (far >= least) continue;
        least = far;
        best = p->tracks[i];
    }
    return best;
}

static bool wants(App *a, const Track *t) {
    Buf out = {0};
    buf_str(&out, "That fits: ");
    term_ink(&a->term, &out, INK_BOLD, "%s", t->id);
    buf_char(&out, '\n');
    if (t->blurb) term_wrap(&a->term, &out, 2, t->blurb);
    if (t->who) term_wrap(&a->term, &out, 2, t->who);
    term_wrap(&a->term, &out, 2,
              "You can change at any time: tracks share their exercises and "
              "your record. `kata tracks` lists all.");
    app_print(&out);
    for (;;) { // until it is an answer
        char *line;
        printf("Begin it? [Y/n] ");
        fflush(stdout);
        if (!app_read_line(a, stdin, &line)) return false;
        if (!line[0] || strchr("yY", line[0])) return true;
        if (strchr("nN", line[0])) return false;
        printf("Type y or n; Enter means yes.\n");
    }
}

const Track *choose_track(App *a, Err *err) {
    int time = -1;
    const Track *t = NULL;
    if (put_question(a, &knows) >= 0 &&
        (time = put_question(a, &time_left)) >= 0 && put_question(a, &gpu) >= 0)
        t = choose_by_time(&a->plan, time_left.at[time].minutes);
    if (t && wants(a, t)) return t;
    err_set(err, ERR_USAGE, "no track was begun");
    err_hint(err, "`kata tracks` lists them; `kata start TRACK` begins one");
    return NULL;
}
