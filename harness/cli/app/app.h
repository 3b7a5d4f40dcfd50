// The state that every verb can reach: places, the plan, the record, the active
// track. The only mutable state of the program; main.c owns it.
#ifndef CLI_APP_APP_H
#define CLI_APP_APP_H

#include "plan/plan.h"
#include "report/term.h"
#include "store/store.h"

#include <stdio.h>

#define KATA_VERSION "0.1.0"

typedef struct App {
    Arena arena;      // the command's
    const char *root; // KATA_ROOT, else found upwards from the cwd, the program
    const char *work; // KATA_WORK, else root/work
    const char *db;   // KATA_DB, else root/progress.db
    const char *build; // the .build that holds the program, else root/.build
    Plan plan;
    bool has_plan;
    Err broken;         // what did not load, for verbs that WANT_PLAN
    Store *store;       // NULL until needed
    const Track *track; // active, or NULL
    bool json;          // --json
    const struct Cmd *const *cmds; // all verbs, NULL-terminated
    unsigned asked, here;          // 1 << MACHINE_...: looked for, and found
    Term term;
} App;

// Each is called once, by cmd.c, as the verb's needs say.
bool app_find_places(App *a, Err *err);
// Loads the plan as far as it goes. With errors, err holds them all and false
// is returned; whatever did load can be used.
bool app_load_plan(App *a, Err *err);
// looks: only to read; one that may not be written will do.
bool app_open_store(App *a, bool looks, Err *err);
// Sets a->track from the record. ERR_USAGE with the tracks there are.
bool app_use_track(App *a, Err *err);
// ERR_USAGE: no track is active, or the one with this id is no longer there.
bool app_no_track(App *a, const char *id, Err *err);
void app_close(App *a);

// For verbs that would otherwise say it once for each of many checks: whether
// kata's folder can be written.
bool app_may_build(App *a, Err *err);

const char *app_current_dir(Arena *a);

// The command to type next, e.g. "kata check week06/transpose".
char *app_command(App *a, const char *verb, const Exercise *ex);
// The path as the learner would type it: relative where it lies below the cwd.
const char *app_show_path(App *a, const char *path);

// "30 minutes", "13 hours", "2.5 hours".
const char *app_time(App *a, int minutes);

// Asks y/n on the terminal. Without one, ERR_USAGE that names --yes.
bool app_confirm(App *a, const char *question, Err *err);
// Reads a line without its end. False at the end of the input.
bool app_read_line(App *a, FILE *from, char **out);
// Writes what out holds to stdout and frees it.
void app_print(Buf *out);

// For CheckRequest: the step as a spinner. Its ctx is the App.
void app_show_step(void *app, const char *step);
// GpuLimits about a device that outlive a check, for CheckRequest: a month in
// the record. NaN: not known.
double app_know_fact(void *app, const char *key);
void app_learn_fact(void *app, const char *key, double value);

#endif
