// From a command line to a verb, and from an error to the screen: the one
// place that prints errors.
#include "cli/cmd.h"

#include "base/json.h"
#include "base/str.h"
#include "cli/help.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const Cmd *const cmds[] = {
#define CMD(name, topic, often) &cmd_##name,
#include "cli/cmds.def"
    NULL,
};

enum { NCMDS = COUNT_OF(cmds) - 1 };

// ---- finding

static const Cmd *ambiguous_verb(const char *name, Err *err) {
    Buf names = {0};
    for (int i = 0; i < NCMDS; i++)
        if (str_starts(cmds[i]->name, name))
            buf_fmt(&names, "%s%s", names.len ? ", " : "", cmds[i]->name);
    err_set(err, ERR_USAGE, "'%s' could be %s", name, buf_text(&names));
    err_hint(err, "type one letter more");
    buf_free(&names);
    return NULL;
}

// Words that other tools have for it, and that no spelling is near to.
static const char *usual_verb(const char *name) {
    static const char *const known[][2] = {
        {"run", "check"},    {"test", "check"},      {"judge", "check"},
        {"submit", "check"}, {"ls", "list"},         {"status", "today"},
        {"open", "edit"},    {"begin", "start"},     {"brief", "show"},
        {"read", "show"},    {"answer", "solution"}, {"retry", "reset"},
        {"restore", "undo"}, {"profile", "explain"}, {"benchmark", "bench"}};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (!strcmp(known[i][0], name)) return known[i][1];
    return NULL;
}

// An option before the command, of which there are two.
static const Cmd *no_such_option(const char *name, Err *err) {
    static const char *const names[] = {"--help", "--version"};
    int near = str_nearest(name, names, COUNT_OF(names));
    err_set(err, ERR_USAGE, "kata has no option '%s'", name);
    if (near >= 0)
        err_hint(err, "did you mean `kata %s`?", names[near]);
    else if (strstr(name, "color") || strstr(name, "colour"))
        err_hint(err, "NO_COLOR=1 before the command: no colours");
    else
        err_hint(err, "`kata help` lists the commands; an option stands after "
                      "its command: kata check --verbose");
    return NULL;
}

static const Cmd *no_such_verb(const char *name, Err *err) {
    const char *names[NCMDS], *usual = usual_verb(name);
    for (int i = 0; i < NCMDS; i++)
        names[i] = cmds[i]->name;
    int near = str_nearest(name, names, NCMDS);
    err_set(err, ERR_USAGE, "there is no command '%s'", name);
    if (usual)
        err_hint(err, "did you mean `kata %s`?", usual);
    else if (near >= 0)
        err_hint(err, "did you mean `kata %s`?", names[near]);
    else
        err_hint(err,
                 "`kata help` lists them; an exercise is checked with "
                 "`kata check %s`",
                 name);
    return NULL;
}

const Cmd *cmd_find(const char *name, Err *err) {
    const Cmd *found = NULL;
    for (int i = 0; i < NCMDS; i++) {
        if (!strcmp(cmds[i]->name, name)) return cmds[i];
        if (!*name || !str_starts(cmds[i]->name, name)) continue;
        if (found) found = (const Cmd *)-1;
        if (!found) found = cmds[i];
    }
    if (found == (const Cmd *)-1) return ambiguous_verb(name, err);
    if (found) return found;
    return *name == '-' ? no_such_option(name, err) : no_such_verb(name, err);
}

// ---- help

static void show_one(const Term *t, const Cmd *c, Buf *out) {
    help_usage(t, c, out);
    buf_char(out, '\n');
    term_wrap(t, out, 2, c->help);
    if (c->more) buf_char(out, '\n');
    if (c->more) help_text(t, c->more, out);
}

// ---- errors

static int print_failure(App *a, const Err *err) {
    Buf out = {0};
    if (a->json) { // whoever asked for JSON gets JSON
        buf_str(&out, "{\"schema\":1,\"errors\":");
        report_err_json(err, &out);
        buf_str(&out, "}\n");
        term_put(&out);
    } else {
        Term t = term_for_stderr(&a->term);
        report_err(&t, err, &out);
        fflush(stdout);
        fputs(buf_text(&out), stderr);
    }
    buf_free(&out);
    return err_exit_status(err->kind);
}

// A learner cannot fix a broken file of another exercise.
static void warn_broken(App *a, const Err *err) {
    if (a->json) return;
    fprintf(stderr,
            "kata: %d error%s in the curriculum (`kata lint` shows %s); going "
            "on without what is broken\n",
            err_count(err), err_count(err) == 1 ? "" : "s",
            err_count(err) == 1 ? "it" : "them");
}

static bool need_plan(App *a, const Cmd *c, Err *err) {
    Err broken = {0};
    if (app_load_plan(a, &broken)) return true;
    if (c->needs & WANT_PLAN) {
        a->broken = broken;
        return true;
    }
    if (a->plan.nexercises == 0) { // nothing left to go on with
        *err = broken;
        return false;
    }
    warn_broken(a, &broken);
    err_clear(&broken);
    return true;
}

static bool provide_needs(App *a, const Cmd *c, Err *err) {
    if (!app_find_places(a, err)) return false;
    if ((c->needs & (NEED_PLAN | WANT_PLAN)) && !need_plan(a, c, err))
        return false;
    bool looks = c->needs & ONLY_LOOKS;
    if ((c->needs & NEED_STORE) && !app_open_store(a, looks, err)) return false;
    if ((c->needs & WANT_STORE) && !a->store) app_open_store(a, looks, NULL);
    bool has_track = a->store && a->has_plan && app_use_track(a, err);
    if (has_track || !(c->needs & NEED_TRACK)) {
        err_clear(err);
        return true;
    }
    return false;
}

// Takes --json and --help out of the line, up to "--".
static int take_common(App *a, int argc, char **argv, bool *help) {
    int n = 0;
    bool rest = false;
    for (int i = 0; i < argc; i++) {
        rest |= !strcmp(argv[i], "--");
        if (!rest && !strcmp(argv[i], "--json"))
            a->json = true;
        else if (!rest && i > 0 &&
                 (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")))
            *help = true;
        else
            argv[n++] = argv[i];
    }
    return n;
}

static bool run_verb(App *a, const Cmd *c, int argc, char **argv, int *status,
                     Err *err) {
    bool help = false;
    argc = take_common(a, argc, argv, &help);
    if (help) {
        Buf out = {0};
        show_one(&a->term, c, &out);
        app_print(&out);
        return true;
    }
    if (a->json && !c->reads) {
        a->json = false;
        err_set(err, ERR_USAGE, "kata %s has no --json", c->name);
        return err_hint(err, "kata %s %s", c->name, c->args);
    }
    return provide_needs(a, c, err) && c->run(a, argc, argv, status, err);
}

// ---- without a verb

// The one thing to type next.
static bool say_next(App *a) {
    Buf out = {0};
    const char *next = "kata start TRACK";
    Err err = {0};
    bool ready = app_find_places(a, &err);
    if (ready) app_load_plan(a, NULL);
    // A record is not made just to look at it.
    if (ready && access(a->db, F_OK) == 0 && app_open_store(a, true, NULL) &&
        app_use_track(a, NULL))
        next = "kata next";
    if (!ready) {
        print_failure(a, &err);
        return false;
    }
    if (!a->track) {
        size_t wide = 0;
        for (int i = 0; i < a->plan.ntracks; i++)
            wide = max_of(wide, strlen(a->plan.tracks[i]->id));
        term_ink(&a->term, &out, INK_BOLD, "kata");
        term_wrap(&a->term, &out, 0,
                  ": learn to program GPUs, one kernel at a time.");
        buf_str(&out, "\n");
        term_wrap(
            &a->term, &out, 0,
            "You edit one file, `kata check` compiles it, runs it against "
            "hidden tests, says what is wrong or slow and why, and "
            "remembers. Without a GPU it runs your CUDA code on a "
            "simulated device.");
        buf_str(&out, "\n  kata start     three questions find your track\n"
                      "  kata next      hands out the next exercise\n"
                      "  kata check     judges your file\n\n"
                      "Tracks, for `kata start TRACK`:\n");
        for (int i = 0; i < a->plan.ntracks; i++)
            buf_fmt(&out, "  %-*s  %s\n", (int)wide, a->plan.tracks[i]->id,
                    a->plan.tracks[i]->title);
        buf_str(&out, "\n`kata help` lists the commands, `kata doctor` looks "
                      "at this machine.\nnext: ");
        term_ink(&a->term, &out, INK_BOLD, "kata start\n");
    } else {
        buf_fmt(&out, "%s\nnext: ", a->track->title);
        term_ink(&a->term, &out, INK_BOLD, "%s\n", next);
    }
    app_print(&out);
    return true;
}

static bool is_any(const char *word, const char *a, const char *b,
                   const char *c) {
    return !strcmp(word, a) || !strcmp(word, b) || !strcmp(word, c);
}

static bool show_help(App *a, const char *verb, Err *err) {
    Buf out = {0};
    if (!verb) {
        help_add(&a->term, &out);
    } else if (!help_add_topic(&a->term, verb, &out)) {
        const Cmd *c = cmd_find(verb, err);
        if (!c) return false;
        show_one(&a->term, c, &out);
    }
    app_print(&out);
    return true;
}

int cmd_main(App *a, int argc, char **argv) {
    Err err = {0};
    int status = 0;
    a->term = term_probe();
    a->cmds = cmds;
    if (argc < 2) return say_next(a) ? 0 : err_exit_status(ERR_ENV);

    bool ok;
    if (is_any(argv[1], "help", "--help", "-h")) {
        ok = show_help(a, argc > 2 ? argv[2] : NULL, &err);
    } else if (is_any(argv[1], "--version", "version", "-V")) {
        Buf out = {0};
        buf_str(&out, "kata " KATA_VERSION "\n");
        app_print(&out);
        ok = true;
    } else {
        const Cmd *c = cmd_find(argv[1], &err);
        ok = c && run_verb(a, c, argc - 1, argv + 1, &status, &err);
    }
    if (!ok) status = print_failure(a, &err);
    err_clear(&err);
    return status;
}
