// What every verb can reach: places, the plan, the record, the active track.
// The only mutable state of the program; main.c owns it.
#ifndef CLI_APP_H
#define CLI_APP_H

#include "plan/plan.h"
#include "report/term.h"
#include "store/store.h"

#define KATA_VERSION "0.1.0"

typedef struct App {
    Arena arena;      // the command's
    const char *root; // KATA_ROOT, else found upwards from the cwd, the program
    const char *work; // KATA_WORK, else root/work
    const char *db;   // KATA_DB, else root/progress.db
    const char *build; // the .build that holds the program, else root/.build
    Plan plan;
    bool has_plan;
    Err broken;           // what did not load, for verbs that WANT_PLAN
    Store *store;         // NULL until needed
    const Track *track;   // active, or NULL
    bool json;            // --json
    unsigned asked, here; // 1 << MACHINE_...: looked for, and found
    Term term;
} App;

// Each is called once, by cmd.c, as the verb's needs say.
bool app_find_places(App *a, Err *err);
// Loads the plan as far as it goes. With errors, err holds them all and false
// is returned; whatever did load can be used.
bool app_load_plan(App *a, Err *err);
bool app_open_store(App *a, Err *err);
// Sets a->track from the record. ERR_USAGE with the tracks there are.
bool app_use_track(App *a, Err *err);
void app_close(App *a);

// Resolves argv's address, or the current exercise if it is NULL: the one
// whose folder the cwd is in, else the next of the track. item may be NULL.
const Exercise *app_exercise(App *a, const char *address, const Item **item,
                             Err *err);
// Where the learner's file of ex is: work/<id>/<file>.
char *app_work_file(App *a, const Exercise *ex);
// The command to type next, e.g. "kata check week06/transpose".
char *app_command(App *a, const char *verb, const Exercise *ex);
// The path as the learner would type it: relative where it lies below the cwd.
const char *app_show_path(App *a, const char *path);

// Progress of everything in the record, stale passes marked.
bool app_progress(App *a, Progress **rows, int *n, Err *err);
// Whether kata can check this kind of exercise today.
bool app_can_check(const Exercise *ex);
// Whether it can be done here and now: its kind, and what it needs.
bool app_can_do(App *a, const Exercise *ex);

// "30 minutes", "13 hours", "2.5 hours".
const char *app_time(App *a, int minutes);

// Copies the stub to the learner's file if there is none. *made, if not NULL,
// says whether it did.
bool app_hand_out(App *a, const Exercise *ex, bool *made, Err *err);
// Which file is meant: the one asked for (--file); else, where the address is
// a file that is not the learner's own, that very file: whoever names a
// solution does not want to hear about work/. NULL: the learner's.
const char *app_named_file(App *a, const Exercise *ex, const char *address,
                           const char *asked);
// *file = asked, or the learner's file; ERR_USAGE if it is not there.
bool app_find_file(App *a, const Exercise *ex, const char *asked,
                   const char **file, Err *err);
// Asks y/n on the terminal. Without one, ERR_USAGE that names --yes.
bool app_confirm(App *a, const char *question, Err *err);
// Writes what out holds to stdout and frees it.
void app_print(Buf *out);

// For CheckRequest: the step as a spinner. Its ctx is the App.
void app_show_step(void *app, const char *step);
// Facts about a device that outlive a check, for CheckRequest: a month in the
// record. NaN: not known.
double app_know_fact(void *app, const char *key);
void app_learn_fact(void *app, const char *key, double value);

#endif
