// Help: which verbs there are; see help.h.
#include "cli/help.h"

#include "cli/cmd.h"

#include <string.h>

typedef enum HelpTopic {
    LEARN,
    DAYS,
    NOTES,
    RECORD,
    MEASURE,
    AUTHOR,
    TOPICS,
} HelpTopic;

static const char *const topic_names[] = {
    [LEARN] = "learn",   [DAYS] = "days",       [NOTES] = "notes",
    [RECORD] = "record", [MEASURE] = "measure", [AUTHOR] = "author",
};

static const struct {
    const Cmd *cmd;
    HelpTopic topic;
    bool often;
} verbs[] = {
#define CMD(name, topic, often) {&cmd_##name, topic, often},
#include "cli/cmds.def"
};

static void add_verb(const Term *t, const Cmd *c, Buf *out) {
    buf_str(out, "  kata ");
    term_ink(t, out, INK_BOLD, "%-12s", c->name);
    buf_fmt(out, "%s\n", c->help);
}

// The names of a topic's verbs that were not described.
static void add_names(const Term *t, HelpTopic topic, Buf *out) {
    Buf names = {0};
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        if (verbs[i].topic == topic && !verbs[i].often)
            buf_fmt(&names, "%s%s", names.len ? ", " : "", verbs[i].cmd->name);
    buf_str(out, "  kata help ");
    term_ink(t, out, INK_BOLD, "%-9s", topic_names[topic]);
    buf_fmt(out, "%s\n", buf_text(&names));
    buf_free(&names);
}

void help_add(const Term *t, Buf *out) {
    buf_str(out, "kata: learn GPU programming by writing kernels that are "
                 "checked.\n\n");
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        if (verbs[i].often) add_verb(t, verbs[i].cmd, out);
    buf_str(out, "\nMore, by topic (kata help all: everything):\n");
    for (HelpTopic topic = 0; topic < TOPICS; topic++)
        add_names(t, topic, out);
    buf_str(out, "\n`kata COMMAND --help` says more. Without an exercise, a "
                 "command means the\ncurrent one. An exercise is named by its "
                 "id, week06/transpose, its file, or\nthe beginning of its "
                 "id.\n");
}

bool help_add_topic(const Term *t, const char *topic, Buf *out) {
    bool all = !strcmp(topic, "all"), found = false;
    for (size_t i = 0; i < COUNT_OF(verbs); i++) {
        if (!all && strcmp(topic, topic_names[verbs[i].topic]) != 0) continue;
        add_verb(t, verbs[i].cmd, out);
        found = true;
    }
    return found;
}
