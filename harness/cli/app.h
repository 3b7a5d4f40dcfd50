// What every verb can reach: places, the plan, the record, the active track.
// The only mutable state of the program; main.c owns it.
#ifndef CLI_APP_H
#define CLI_APP_H

#include "plan/plan.h"
#include "report/term.h"
#include "store/store.h"

typedef struct App {
    Arena arena;      // the command's
    const char *root; // KATA_ROOT, else found upwards from the program, the cwd
    const char *work; // KATA_WORK, else root/work
    const char *db;   // KATA_DB, else root/progress.db
    const char *build; // root/.build
    Plan plan;
    bool has_plan;
    Store *store;       // NULL until needed
    const Track *track; // active, or NULL
    bool json;          // --json
    Term term;
} App;

// Resolves argv's address, or the current exercise if it is NULL.
const Exercise *app_exercise(App *a, const char *address, const Item **item,
                             Err *err);
// Where the learner's file of ex is: work/<id>/<file>.
char *app_work_file(App *a, const Exercise *ex);
// The command to type next, e.g. "kata check week06/transpose".
char *app_command(App *a, const char *verb, const Exercise *ex);

#endif
