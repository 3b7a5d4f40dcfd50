// kata done: a reading is done, by the learner's word.
//
// Nobody has looked: it is kept with a note as evidence, shown as read, and
// counts as attested. A reading that has a quiz is ticked off by passing it.
#include "cli/cmd.h"
#include "cli/learn/reading.h"

#include "base/str.h"
#include "cli/learn/address.h"

#include <string.h>

static int paper_count_words(const char *text) {
    Str rest = {text, strlen(text)}, word;
    int n = 0;
    while (str_cut(&rest, ' ', &word))
        n += str_trim(word).n > 0;
    return n;
}

static bool check_note(const char *note, const char *address, Err *err) {
    enum { FEWEST = 3 };
    if (note && paper_count_words(note) >= FEWEST) return true;
    err_set(err, ERR_USAGE,
            note ? "the note '%s' is too short; write one sentence"
                 : "what did you take from it?%s",
            note ? note : "");
    return err_hint(err,
                    "kata done %s --note \"a sentence: what surprised you, or "
                    "where you will use it\"",
                    address);
}

static bool has_quiz(App *a, const Slot *s, const char *address, Err *err) {
    if (!s->ex) return false;
    err_set(err, ERR_USAGE, "%s has a quiz: passing it ticks it off", address);
    err_hint(err, "%s", app_command(a, "quiz", s->ex));
    return true;
}

static bool done_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL}, *note = NULL;
    const Opt opts[] = {{"--note", &note, NULL}, {0}};
    int n;
    Course w;
    if (!opts_take(&cmd_done, argc, argv, opts, words, 1, &n, err) ||
        !course_open(a, a->track, &w, err))
        return false;
    if (words[0] && !reading_is_address(words[0])) {
        if (!address_exercise(a, words[0], NULL, err)) return false;
        err_set(err, ERR_USAGE, "'%s' is checked, not taken on your word",
                words[0]);
        return err_hint(err, "kata check %s; `kata done` is for readings",
                        words[0]);
    }
    const Slot *s = reading_find(&w, words[0], err);
    if (!s) return false;
    const char *address = reading_address(&w, s);
    if (has_quiz(a, s, address, err) || !check_note(note, address, err) ||
        !store_attest(a->store, s->item->key, s->item->text, note, err))
        return false;
    Buf out = {0};
    term_wrap(&a->term, &out, 0,
              arena_fmt(&a->arena, "%s is read, on your word: %s", address,
                        s->item->text));
    buf_fmt(&out, "kata undo %s takes that back\nnext: kata next\n", address);
    app_print(&out);
    return true;
}

const Cmd cmd_done = {
    .name = "done",
    .args = "[READING] --note TEXT",
    .help = "tick off a reading, with a word of evidence",
    .more =
        "  --note TEXT   what you took from it, in a sentence; it is kept\n\n"
        "READING is as `kata week` shows it: week08/reading. Without it, "
        "the first that is\nnot done. What you say is shown as read and "
        "counted as attested, never as checked.\n",
    .needs = NEED_PLAN | NEED_STORE | NEED_TRACK,
    .completes = "",
    .run = done_run,
};
