// kata bank: the table of contents. Exercises that exist and that are
// announced, by topic.
#include "cli/cmd.h"
#include "cli/learn/brief.h"
#include "cli/learn/record.h"

#include "base/str.h"
#include "report/curriculum.h"

#include <string.h>

static const Topic *find_topic(const Plan *p, const char *id) {
    for (int i = 0; i < p->ntopics; i++)
        if (strcmp(p->topics[i]->id, id) == 0) return p->topics[i];
    return NULL;
}

static bool unknown_topic(App *a, const char *word, Err *err) {
    const Plan *p = &a->plan;
    size_t most = (size_t)(p->ntopics + p->planned.n + p->nexercises);
    const char **names = arena_array(&a->arena, const char *, most);
    int n = 0;
    for (int i = 0; i < p->ntopics; i++)
        names[n++] = p->topics[i]->id;
    for (int i = 0; i < p->planned.n; i++)
        names[n++] = p->planned.at[i].key;
    for (int i = 0; i < p->nexercises; i++)
        names[n++] = p->exercises[i]->id;
    int near = str_nearest(word, names, n);
    err_set(err, ERR_USAGE, "the bank has neither topic nor exercise '%s'",
            word);
    if (near >= 0) return err_hint(err, "did you mean '%s'?", names[near]);
    return err_hint(err, "kata bank lists them");
}

static bool show_one(App *a, const char *word, const Done *done, Buf *out,
                     Err *err) {
    const Topic *topic = find_topic(&a->plan, word);
    const Planned *planned = plan_planned(&a->plan, word);
    const Exercise *ex = plan_find(&a->plan, word);
    if (topic)
        report_bank(&a->term, &a->plan, topic, done, out);
    else if (planned)
        report_planned(&a->term, &a->plan, planned, out);
    else if (ex)
        brief_add(a, ex, track_item(a->track, ex->id), out);
    else
        return unknown_topic(a, word, err);
    return true;
}

static bool bank_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    const Opt opts[] = {{0}};
    int n;
    if (!opts_take(&cmd_bank, argc, argv, opts, words, 1, &n, err))
        return false;
    Progress *rows = NULL;
    int nrows = 0;
    if (a->store && !record_progress(a, &rows, &nrows, err)) return false;
    const Done done = {rows, nrows};
    Buf out = {0};
    bool ok = true;
    const Topic *topic = words[0] ? find_topic(&a->plan, words[0]) : NULL;
    if (a->json) {
        ok = !words[0] || topic || unknown_topic(a, words[0], err);
        if (ok) report_bank_json(&a->plan, topic, &out);
    } else if (words[0]) {
        ok = show_one(a, words[0], &done, &out, err);
    } else {
        report_bank(&a->term, &a->plan, NULL, &done, &out);
        term_wrap(&a->term, &out, 0,
                  "\nnext: kata bank TOPIC, or kata bank EXERCISE for all "
                  "about it");
    }
    if (ok)
        app_print(&out);
    else
        buf_free(&out);
    return ok;
}

const Cmd cmd_bank = {
    .name = "bank",
    .args = "[TOPIC|EXERCISE]",
    .help = "list all exercises by topic, those to come too",
    .more = "  --json        as data, of a topic or of all\n\n"
            "'here' can be checked today, 'tried' and 'passed' are what your "
            "record says;\n'-' is announced and not written yet.\n",
    .needs = NEED_PLAN | WANT_STORE,
    .reads = true,
    .completes = "exercise",
    .run = bank_run,
};
