// Help: which verbs there are; see help.h.
#include "cli/help.h"

#include "base/str.h"
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

enum { HELP_COLUMN = 19, AS_WRITTEN = 80 };

static void add_verb(const Term *t, const Cmd *c, Buf *out) {
    buf_str(out, "  kata ");
    term_ink(t, out, INK_BOLD, "%-12s", c->name);
    term_hang(t, out, HELP_COLUMN, HELP_COLUMN, c->help);
}

// The names of a topic's verbs that were not described.
static void add_names(const Term *t, HelpTopic topic, Buf *out) {
    Buf names = {0};
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        if (verbs[i].topic == topic && !verbs[i].often)
            buf_fmt(&names, "%s%s", names.len ? ", " : "", verbs[i].cmd->name);
    buf_str(out, "  kata help ");
    term_ink(t, out, INK_BOLD, "%-9s", topic_names[topic]);
    term_hang(t, out, HELP_COLUMN + 2, HELP_COLUMN + 2, buf_text(&names));
    buf_free(&names);
}

void help_add(const Term *t, Buf *out) {
    term_wrap(t, out, 0,
              "kata: learn GPU programming by writing kernels that are "
              "checked.\n");
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        if (verbs[i].often) add_verb(t, verbs[i].cmd, out);
    buf_char(out, '\n');
    term_wrap(t, out, 0, "More, by topic (kata help all: everything):");
    for (HelpTopic topic = 0; topic < TOPICS; topic++)
        add_names(t, topic, out);
    term_wrap(t, out, 0,
              "\n`kata COMMAND --help` says more. Without an exercise, a "
              "command means the current one. An exercise is named by its id, "
              "week06/transpose, its file, or the beginning of its id.");
}

// ---- one verb

// A text of 80 columns, line by line: what an option is called, and where its
// description begins; 0: not an option.
static size_t option_column(Str line) {
    size_t i = 2;
    if (line.n < 4 || strncmp(line.p, "  ", 2) != 0 || line.p[2] == ' ')
        return 0;
    while (i + 2 < line.n && strncmp(line.p + i, "  ", 2) != 0)
        i++;
    if (i + 2 >= line.n) // its name fills the column: one space
        for (i = line.p[2] == '-' ? 2 : line.n; i < line.n; i++)
            if (line.p[i] == ' ') break;
    while (i < line.n && line.p[i] == ' ')
        i++;
    return i < line.n ? i : 0;
}

static size_t spaces_before(Str line) {
    size_t n = 0;
    while (n < line.n && line.p[n] == ' ')
        n++;
    return n;
}

// Joins the lines that go on after one whose text begins at `column`.
static void join_lines(Str *rest, size_t column, Buf *text) {
    Str ahead = *rest, line;
    while (str_cut(&ahead, '\n', &line) && line.n > column &&
           spaces_before(line) == column) {
        buf_char(text, ' ');
        buf_add(text, line.p + column, line.n - column);
        *rest = ahead;
    }
}

void help_text(const Term *t, const char *text, Buf *out) {
    Str rest = str_of(text), line;
    if (t->width >= AS_WRITTEN) {
        buf_str(out, text);
        return;
    }
    while (str_cut(&rest, '\n', &line)) {
        size_t at = option_column(line);
        bool prose = line.n && line.p[0] != ' ';
        Buf words = {0};
        buf_add(&words, line.p + at, line.n - at);
        if (at || prose) {
            join_lines(&rest, at, &words);
            buf_add(out, line.p, at);
            term_hang(t, out, (int)at, (int)at, buf_text(&words));
        } else {
            buf_fmt(out, "%s\n", buf_text(&words));
        }
        buf_free(&words);
    }
}

void help_usage(const Term *t, const Cmd *c, Buf *out) {
    Buf words = {0};
    int column = 5 + (int)strlen(c->name);
    term_ink(t, out, INK_BOLD, "kata %s", c->name);
    if (t->width >= AS_WRITTEN) {
        buf_fmt(out, " %s%s\n", c->args, c->reads ? " [--json]" : "");
        return;
    }
    for (const char *s = c->args; *s; s++)
        if (*s != '\n')
            buf_char(&words, *s);
        else
            s += strspn(s + 1, " "), buf_char(&words, ' ');
    if (c->reads) buf_str(&words, words.len ? " [--json]" : "[--json]");
    buf_char(out, ' ');
    term_hang(t, out, column + 1, 4, buf_text(&words));
    buf_free(&words);
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
