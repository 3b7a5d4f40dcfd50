// The stage of a check that runs compute-sanitizer, for who asks for it: an
// exercise with `sanitizer:`, or --sanitize. On a GPU only: the simulated
// device makes these checks in every run.
//
// The tool needs ptrace and children, so the program runs outside of the
// sandbox here, after it has been right inside it.
#include "gate/check/check_parts.h"
#include "gate/tools/memcheck.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/rng.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *check_find_tool(Check *k, const char *name) {
    char *found = proc_find(k->a, name);
    if (found || !k->tk.nvcc) return found;
    char *beside = path_join(k->a, path_dir(k->a, k->tk.nvcc), name);
    return path_exists(beside) ? beside : NULL;
}

static bool save_drawn(Check *k, CaseData *c, const char *folder, int fd,
                       int at, const char *word, Err *err) {
    char *region = calloc(1, c->region + 1);
    const char *name = arena_fmt(k->a, "region.%d", at);
    Wire w = {0};
    bool ok = region && case_fill(c, region, err) &&
              file_write(path_join(k->a, folder, name), region, c->region, err);
    if (ok) {
        wire_add(&w, "do", "run");
        wire_add(&w, "word", "%s", word);
        wire_add(&w, "region", "%s", name);
        // Without guards: the tool sees the first access past the end.
        wire_add(&w, "guard", "0");
        wire_add(&w, "poison", "%d", c->poison);
        session_describe(&w, c);
        ok = wire_write(fd, &w) ||
             err_set(err, ERR_ENV, "cannot write to '%s'", folder);
    }
    wire_free(&w);
    free(region);
    case_drop(c);
    return ok;
}

static int open_cases(Check *k, const char *folder, Err *err) {
    const char *path = path_join(k->a, folder, "cases");
    if (!path_make_dirs(folder, err)) return -1;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) err_set(err, ERR_ENV, "cannot write '%s'", path);
    return fd;
}

bool check_save_case(Check *k, CaseData *c, const char *folder, Err *err) {
    int fd = open_cases(k, folder, err);
    bool ok = fd >= 0 && save_drawn(k, c, folder, fd, 0, "profile", err);
    if (fd >= 0) close(fd);
    return ok;
}

static bool save_cases(Check *k, const char *folder, int n, const char *word,
                       Err *err) {
    int fd = open_cases(k, folder, err);
    if (fd < 0) return false;
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        CaseData c = {0};
        ok = check_draw_case(k, i, &c, err) &&
             save_drawn(k, &c, folder, fd, i, word, err);
    }
    close(fd);
    return ok;
}

static bool run_tool(Check *k, const char *program, const char *tool,
                     const char *folder, const char *word, MemcheckReport *out,
                     Err *err) {
    const char *argv[] = {"timeout", "300",
                          "env",     arena_fmt(k->a, "KATA_REPLAY=%s", folder),
                          program,   "--tool",
                          tool,      "--report-api-errors",
                          "no",      k->res->build.binary,
                          NULL};
    Proc p = {0};
    check_say(k, arena_fmt(k->a, "compute-sanitizer: %s", tool));
    turn_share(&k->turn);
    bool ran = proc_run(argv, NULL, &p, err);
    turn_leave(&k->turn); // whoever waits to be timed comes before the next
    if (!ran) return false;
    Buf all = {0};
    buf_add(&all, buf_text(&p.out), p.out.len);
    buf_char(&all, '\n');
    buf_add(&all, buf_text(&p.err), p.err.len);
    *out = memcheck_read(k->a, buf_text(&all), word, k->q->file);
    buf_free(&all);
    proc_free(&p);
    return true;
}

static void tell(Check *k, const char *tool, const MemcheckReport *m,
                 const char *why, bool fault) {
    CheckResult *r = k->res;
    r->cases[r->ncases++] = (CaseResult){
        .name = arena_fmt(k->a, "compute-sanitizer %s", tool),
        .seed = r->seed,
        .verdict = fault ? VERDICT_FAIL : VERDICT_INCONCLUSIVE,
        .kind = fault ? "sanitizer" : "no-evidence",
        .why = why,
    };
    if (m->has_trap) {
        r->traps = arena_array(k->a, TrapInfo, 1);
        r->traps[0] = m->trap;
        r->ntraps = 1;
    }
    check_decide(k, fault ? VERDICT_FAIL : VERDICT_INCONCLUSIVE, STAGE_CORRECT);
}

static bool is_asked(const Check *k, const char *tool) {
    if (k->q->sanitize) return true;
    for (const char *const *t = k->ex->sanitizer; t && *t; t++)
        if (!strcmp(*t, tool)) return true;
    return false;
}

bool check_memcheck(Check *k, int n, Err *err) {
    CheckResult *r = k->res;
    bool asked = k->q->sanitize || (k->ex->sanitizer && *k->ex->sanitizer);
    if (!asked || k->q->count_only) return true;
    if (r->backend != BACKEND_GPU) {
        if (k->q->sanitize && r->backend == BACKEND_SIM)
            r->note = "The simulated device itself makes the checks of "
                      "compute-sanitizer, in every run.";
        return true;
    }
    const char *program = check_find_tool(k, "compute-sanitizer");
    if (!program) {
        err_set(err, ERR_ENV,
                "this check asks for compute-sanitizer, which is "
                "not on the PATH nor beside nvcc");
        return err_hint(err, "it comes with the CUDA toolkit (package "
                             "cuda-sanitizer); --on sim makes the same checks "
                             "without it");
    }
    const char *folder = path_join(k->a, k->scratch.path, "replay");
    const char *word =
        arena_fmt(k->a, "%016llx", (unsigned long long)rng_entropy());
    if (!save_cases(k, folder, n, word, err)) return false;
    Buf tools = {0};
    for (const char *const *t = memcheck_tools; *t; t++) {
        MemcheckReport m;
        bool fault;
        if (!is_asked(k, *t)) continue;
        if (!run_tool(k, program, *t, folder, word, &m, err)) return false;
        const char *why = memcheck_why(k->a, &m, *t, n, &fault);
        if (why) {
            tell(k, *t, &m, why, fault);
            break;
        }
        buf_fmt(&tools, "%s%s", tools.len ? ", " : "", *t);
    }
    if (r->verdict == VERDICT_NONE)
        r->note = arena_fmt(k->a,
                            "compute-sanitizer (%s) ran all %d cases to "
                            "the end and found nothing.",
                            buf_text(&tools), n);
    buf_free(&tools);
    return true;
}
