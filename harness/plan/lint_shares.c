// kata lint: a line of the syllabi is covered by one exercise that runs code.
//
// A second one needs a reason, or it is work that the learner has done already.
// The later exercise states it:
//
//   shares: {bootcamp-103: few atomics there, many to the same address here}
//
// Sheets, quizzes and reports ask about the same line in another way, so they
// need none.
#include "plan/lint_parts.h"

#include <string.h>

static bool covers_line(const Exercise *ex, const char *line) {
    for (const char **at = ex->covers; *at; at++)
        if (strcmp(*at, line) == 0) return true;
    return false;
}

static bool states_reason(const Exercise *ex, const char *line) {
    for (int i = 0; i < ex->nshares; i++)
        if (strcmp(ex->shares[i].line, line) == 0) return true;
    return false;
}

static bool runs_code(const Exercise *ex) {
    return !ex->paper;
}

// Finds another exercise with code that covers the line; without: it states no
// reason either.
static const Exercise *find_other(const Plan *p, const Exercise *ex,
                                  const char *line, bool without) {
    for (int i = 0; i < p->nexercises; i++) {
        const Exercise *other = p->exercises[i];
        if (other != ex && runs_code(other) && covers_line(other, line) &&
            !(without && states_reason(other, line)))
            return other;
    }
    return NULL;
}

static void check_reasons(Lint *l, const Exercise *ex) {
    for (int i = 0; i < ex->nshares; i++) {
        const Share *s = &ex->shares[i];
        if (!covers_line(ex, s->line)) {
            lint_find(l->out, s->loc, true,
                      "shares: '%s' is not among covers:", s->line);
            lint_advise(l->out, "a reason belongs to a line that the exercise "
                                "covers");
        } else if (!find_other(l->p, ex, s->line, false)) {
            lint_find(l->out, s->loc, false,
                      "shares: no other exercise with code covers '%s'",
                      s->line);
            lint_advise(l->out, "take it out");
        }
    }
}

void lint_shares(Lint *l, const Exercise *ex) {
    check_reasons(l, ex);
    if (!runs_code(ex)) return;
    for (const char **line = ex->covers; *line; line++) {
        if (states_reason(ex, *line)) continue;
        const Exercise *other = find_other(l->p, ex, *line, true);
        if (!other) continue;
        lint_find(l->out, ex->loc, true,
                  "'%s' covers %s, and '%s' covers it too", ex->id, *line,
                  other->id);
        lint_advise(l->out,
                    "say in one of the two why both are needed: "
                    "shares: {%s: ...}; or cover it once",
                    *line);
    }
}
