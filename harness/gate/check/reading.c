// See reading.h.
#include "gate/check/reading.h"

#include "base/path.h"
#include "base/str.h"
#include "gate/check/python_tool.h"

#include <stdlib.h>
#include <string.h>

static bool may_look(const Check *k) {
    bool python = k->ex->kind == KIND_PYTHON || k->ex->kind == KIND_TRITON;
    return python && k->res->source && !check_is_stub(k->res);
}

// The error that the verdict names: its line, kind and words. Values that are
// wrong have none.
static void note_error(const Check *k, const char *words[3]) {
    const CaseResult *bad = check_bad_case(k->res);
    const TrapInfo *t = check_trap_of(k->res, bad);
    if (!t && k->res->ntraps > 0) t = &k->res->traps[0];
    bool changed = bad && bad->kind && !strcmp(bad->kind, "input-changed");
    if (!t && !changed) return;
    words[0] = arena_fmt(k->a, "%d", t ? t->line : 0);
    words[1] = t ? t->kind : bad->kind;
    words[2] = t ? t->message : bad->why;
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

static void look(Check *k, const char *const *more) {
    Str rest = str_of(python_tool(k, "mistakes.py", more)), line;
    if (str_cut(&rest, '\n', &line)) take_words(k, line);
}

void reading_look(Check *k) {
    const char *more[5] = {"python"};
    if (!may_look(k)) return;
    if (k->ex->kind == KIND_TRITON) more[0] = "triton";
    note_error(k, more + 1);
    look(k, more);
}

void reading_look_at_build(Check *k) {
    CheckResult *r = k->res;
    const char *said = r->build.diagnostics, *name = path_base(k->q->file),
               *at = said ? strstr(said, name) : NULL;
    if (!at || k->ex->kind != KIND_TRITON || !may_look(k)) return;
    at += strlen(name);
    const char *line = arena_fmt(k->a, "%d", *at == ':' ? atoi(at + 1) : 0);
    const char *const more[] = {"triton", line, "build", said, NULL};
    look(k, more);
    if (r->reading && !strstr(r->reading_errors, ",build,")) r->reading = NULL;
}
