// The words and exit statuses of verdicts, expanded from verdict.def.
#include "base/verdict.h"

#include <ctype.h>
#include <string.h>

static const char *const texts[VERDICT_COUNT] = {
#define VERDICT(id, text, status, meaning) [VERDICT_##id] = text,
#include "base/verdict.def"
};

static const int statuses[VERDICT_COUNT] = {
#define VERDICT(id, text, status, meaning) [VERDICT_##id] = status,
#include "base/verdict.def"
};

// The preprocessor spells ids in capitals; lower_ids makes them ids.
static char ids[VERDICT_COUNT][16] = {
#define VERDICT(id, ...) [VERDICT_##id] = #id,
#include "base/verdict.def"
};

__attribute__((constructor)) static void lower_ids(void) {
    for (int v = 0; v < VERDICT_COUNT; v++)
        for (char *c = ids[v]; *c; c++)
            *c = (char)tolower((unsigned char)*c);
}

const char *verdict_text(Verdict v) {
    return (unsigned)v < VERDICT_COUNT ? texts[v] : texts[VERDICT_NONE];
}

const char *verdict_word(Verdict v) {
    switch (v) {
    case VERDICT_BUILD: return "build error";
    case VERDICT_CRASH: return "crash";
    case VERDICT_ENV:
    case VERDICT_NONE: return "not judged";
    default: return verdict_text(v);
    }
}

const char *verdict_id(Verdict v) {
    return (unsigned)v < VERDICT_COUNT ? ids[v] : ids[VERDICT_NONE];
}

Verdict verdict_find(const char *id) {
    for (int v = 0; v < VERDICT_COUNT; v++)
        if (strcmp(ids[v], id) == 0) return (Verdict)v;
    return VERDICT_NONE;
}

int verdict_exit_status(Verdict v) {
    return (unsigned)v < VERDICT_COUNT ? statuses[v] : statuses[VERDICT_NONE];
}
