// See reading.h.
#include "gate/check/reading.h"

#include "base/path.h"
#include "base/str.h"
#include "build/tool.h"

#include <string.h>

static bool may_look(const Check *k) {
    bool python = k->ex->kind == KIND_PYTHON || k->ex->kind == KIND_TRITON;
    return python && k->res->source && !check_is_stub(k->res);
}

// The kind of the error that the verdict names, its line and its words; values
// that are wrong have none.
static void add_error(const Check *k, Args *args) {
    const CaseResult *bad = check_bad_case(k->res);
    const TrapInfo *t = check_trap_of(k->res, bad);
    if (!t && k->res->ntraps > 0) t = &k->res->traps[0];
    bool changed = bad && bad->kind && !strcmp(bad->kind, "input-changed");
    if (!t && !changed) return;
    args_add(args, arena_fmt(k->a, "%d", t ? t->line : 0));
    args_add(args, t ? t->kind : bad->kind);
    args_add(args, t ? t->message : bad->why);
}

// strength, errors that it explains, words: with tabs between.
static void take_words(Check *k, Str line) {
    Str strength, errors;
    if (!str_cut(&line, '\t', &strength) || !str_cut(&line, '\t', &errors))
        return;
    line = str_trim(line);
    if (line.n == 0) return;
    CheckResult *r = k->res;
    r->reading = arena_strn(k->a, line.p, line.n);
    r->reading_errors = arena_fmt(k->a, ",%.*s,", (int)errors.n, errors.p);
    r->reading_is_sure = str_eq(strength, "sure");
}

static bool run_reader(Check *k, const Args *args, const char *file,
                       const char *folder, Proc *p) {
    Err err = {0};
    const char *const reads[] = {file, folder};
    const ToolUse use = {.scratch = k->scratch.path,
                         .toolkit = &k->tk,
                         .reads = reads,
                         .nreads = COUNT_OF(reads),
                         .ours = true};
    ProcHandle *h = tool_start(args, &use, &err);
    bool ok = h && proc_wait(h, p, &err) && p->status == 0;
    err_clear(&err);
    return ok;
}

void reading_look(Check *k) {
    if (!may_look(k)) return;
    bool triton = k->ex->kind == KIND_TRITON;
    const char *folder = path_join(k->a, k->places.lib, "python");
    const char *file = path_join(k->a, k->scratch.path, "read.py");
    Err err = {0};
    Args args = {0};
    Proc p = {.status = -1};
    args_add(&args, triton ? k->tk.python : k->tk.numpy_python);
    args_add(&args, "-IB");
    args_add(&args, path_join(k->a, folder, "mistakes.py"));
    args_add(&args, file);
    args_add(&args, triton ? "triton" : "python");
    add_error(k, &args);
    if (args.at[0] &&
        file_write(file, k->res->source, k->res->source_len, &err) &&
        run_reader(k, &args, file, folder, &p)) {
        Str rest = str_of(buf_text(&p.out)), line;
        if (str_cut(&rest, '\n', &line)) take_words(k, line);
    }
    err_clear(&err); // nobody is worse off without
    proc_free(&p);
    args_free(&args);
}
