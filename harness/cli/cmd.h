// A verb: one file cmd_<verb>.c, one const Cmd, listed in cmds.def.
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "cli/app/app.h"

typedef enum Need {
    NEED_PLAN = 1,   // a->plan is loaded; broken files are told in a warning
    NEED_STORE = 2,  // a->store is open
    NEED_TRACK = 4,  // a->track is the active track, else the verb fails
    WANT_PLAN = 8,   // a->plan is loaded as far as it goes, without a word
    WANT_STORE = 16, // a->store is open if it can be
    ONLY_LOOKS = 32, // the verb writes nothing to a->store
} Need;

typedef struct Cmd {
    const char *name;
    const char *args;      // "[ADDRESS] [--file F]"
    const char *help;      // one line, for the list
    const char *more;      // for --help: options and examples, or NULL
    unsigned needs;        // Need
    bool reads;            // takes --json
    const char *completes; // what its arguments are: "exercise", "track",
                           // "file", ""
    // argv[0] is the verb. *status is the exit status when true is returned
    // (0 if the verb leaves it alone); on false the status is err's.
    bool (*run)(App *a, int argc, char **argv, int *status, Err *err);
} Cmd;

#define CMD(name, topic, often) extern const Cmd cmd_##name;
#include "cli/cmds.def"

// All verbs in order, NULL-terminated.
extern const Cmd *const cmds[];

// Finds a verb by name or unambiguous prefix. ERR_USAGE names the nearest.
const Cmd *cmd_find(const char *name, Err *err);
// Runs the command line. Returns the exit status; prints every error.
int cmd_main(App *a, int argc, char **argv);

// Options of one verb, by name, so that they may stand anywhere.
typedef struct Opt {
    const char *name;   // "--file"
    const char **value; // receives the text (--file F or --file=F), or
    bool *flag;         // is set
} Opt;
// Takes options (ended by one without a name) and collects the rest in words
// (at most max). ERR_USAGE names an unknown option and the nearest one.
bool opts_take(const Cmd *c, int argc, char **argv, const Opt *opts,
               const char **words, int max, int *nwords, Err *err);
// Reads a whole number of at least `least`; ERR_USAGE names the option.
bool opts_int(const char *name, const char *text, long least, long *out,
              Err *err);

#endif
