// Verdicts: the words that gate, record and report share. See verdict.def.
#ifndef BASE_VERDICT_H
#define BASE_VERDICT_H

#include "base/base.h"

typedef enum Verdict {
#define VERDICT(id, ...) VERDICT_##id,
#include "base/verdict.def"
    VERDICT_COUNT,
} Verdict;

// "pass", "fail", "error", "skipped", "inconclusive", "suspect".
const char *verdict_text(Verdict v);
// As verdict_text, but the errors apart: "build error", "crash", "not judged".
const char *verdict_word(Verdict v);
// The enum's own name in lower case: tells the three errors apart in the
// record ("build", "crash", "env").
const char *verdict_id(Verdict v);
// The verdict of an id; VERDICT_NONE if there is no such id.
Verdict verdict_find(const char *id);
int verdict_exit_status(Verdict v);

#endif
