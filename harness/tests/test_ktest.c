// Runs every kernel test of tests/ptx: a PTX program, launches, and what is
// expected of them. A file <name>.ktest:
//
//   // What it shows.
//   %%PTX                      the program (kernel.h says what it may leave out
//   ...                        and which parameters its entry gets)
//   %%BODY                     or only the body of its kernel, between
//                              kernel_head and kernel_tail
//   %%RUN block=64 out=64      one launch; keys: grid block (1, 2 or 3 numbers
//                              with commas) smem n in (words) out (how many
//                              words) budget gpu cooperative (0 or 1)
//   %%OUT 0..31 7x32           the output words: numbers (decimal, 0x..),
//                              first..last, value x times
//   %%TRAP deadlock line=12 text="waits at"     it must end so
//   %%NOTE absent-lane line=9  it must report that, and nothing else
//   %%COUNT branches=3         counters of the launch
//   %%LINE 12 divergent=1      counters of a source line
//   %%PRINT text               a line that the kernel prints
//
// What follows a %%RUN belongs to it. A launch that traps or notes anything
// unasked fails, and so does one with nothing expected.
#include "base/vec.h"
#include "sim/check/shadow.h"
#include "sim/core/warp.h"
#include "sim/launch/launch.h"
#include "tests/kernel.h"
#include "tests/tests.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLDER "harness/tests/ptx"

// ---- reading

typedef struct Words {
    uint32_t *at;
    int n, cap;
} Words;

static struct Files {
    char **at;
    int n, cap;
} files;

typedef struct Reader {
    const char *name; // of the file
    char *line;       // the one being read
    Run run;
    bool open; // a %%RUN whose expectations are being read
    int expects;
    bool wants_trap;
    int wants_notes;
    Buf ptx, printed;
    Words in;
} Reader;

NORETURN static void wrong(const Reader *r, const char *fmt, ...) PRINTF(2, 3);
static void wrong(const Reader *r, const char *fmt, ...) {
    Buf why = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vfmt(&why, fmt, ap);
    va_end(ap);
    ck_abort_msg("%s: %s\n  at: %s", r->name, buf_text(&why), r->line);
    unreachable();
}

static uint32_t number(Reader *r, const char **s) {
    char *end;
    long long v = strtoll(*s, &end, 0);
    if (end == *s) wrong(r, "not a number: '%s'", *s);
    *s = end;
    return (uint32_t)v;
}

// words = (number ("x" number | ".." number)? (","|" ")*)*
static void read_words(Reader *r, const char *s, Words *out) {
    for (s += strspn(s, " ,"); *s; s += strspn(s, " ,")) {
        uint32_t v = number(r, &s), last = v, times = 1;
        if (*s == 'x') {
            s++;
            times = number(r, &s);
        } else if (!strncmp(s, "..", 2)) {
            s += 2;
            last = number(r, &s);
        }
        for (uint32_t x = v; x != last + 1; x++) {
            for (uint32_t i = 0; i < times; i++)
                vec_push(out, x);
        }
    }
}

// ---- expectations

static uint64_t counter(Reader *r, const SimCounters *c, const char *name) {
#define COUNTER(id, ...)                                                       \
    if (!strcmp(name, #id)) return c->id;
#include "sim/counters.def"
    wrong(r, "no counter '%s'", name);
    return 0;
}

static void expect_counters(Reader *r, const SimCounters *c, char *s) {
    for (char *w = strtok(s, " "); w; w = strtok(NULL, " ")) {
        char *eq = strchr(w, '=');
        if (!eq) wrong(r, "not name=value: '%s'", w);
        *eq = '\0';
        unsigned long long want = strtoull(eq + 1, NULL, 0);
        unsigned long long got = counter(r, c, w);
        if (got != want) wrong(r, "%s is %llu, not %llu", w, got, want);
    }
}

static void expect_line(Reader *r, char *s) {
    char *rest;
    int line = (int)strtol(s, &rest, 10);
    const SimLaunchInfo *info = &r->run.out.info;
    static const SimCounters none;
    const SimCounters *c = &none;
    for (int i = 0; i < info->nlines; i++) {
        if (info->lines[i].line == line) c = &info->lines[i].c;
    }
    expect_counters(r, c, rest);
}

static void expect_words(Reader *r, const char *s) {
    Words want = {0};
    read_words(r, s, &want);
    if ((uint32_t)want.n != r->run.n_out)
        wrong(r, "%d words expected, out=%u", want.n, r->run.n_out);
    for (int i = 0; i < want.n; i++) {
        if (r->run.words[i] == want.at[i]) continue;
        wrong(r, "word %d is %u (0x%x), not %u", i, r->run.words[i],
              r->run.words[i], want.at[i]);
    }
    vec_free(&want);
}

static bool trap_fits(const SimTrap *t, const char *kind, int line,
                      const char *text) {
    return !strcmp(t->name, kind) && (!line || t->line == line) &&
           (!text || strstr(t->message, text));
}

// kind ("line=" number)? ("text=" '"' any '"')?
static void expect_trap(Reader *r, char *s, bool is_note) {
    char *text = strstr(s, "text=\""), *at = strstr(s, "line=");
    int line = at ? atoi(at + 5) : 0;
    if (text) {
        text += 6;
        text[strcspn(text, "\"")] = '\0';
    }
    s[strcspn(s, " ")] = '\0';
    const LaunchOutcome *o = &r->run.out;
    if (!is_note) {
        r->wants_trap = true;
        if (o->trapped && trap_fits(&o->trap, s, line, text)) return;
        wrong(r, "got %s line %d: %s", o->trapped ? o->trap.name : "no trap",
              o->trap.line, o->trap.message);
    }
    r->wants_notes++;
    for (int i = 0; i < o->nnotes; i++) {
        if (trap_fits(&o->notes[i], s, line, text)) return;
    }
    wrong(r, "%d notes, the first: %s line %d: %s", o->nnotes, o->notes[0].name,
          o->notes[0].line, o->notes[0].message);
}

// ---- launches

static void read_dims(Reader *r, const char *s, uint32_t dims[3]) {
    for (int i = 0; i < 3 && *s; i++) {
        dims[i] = number(r, &s);
        s += *s == ',';
    }
}

static void read_key(Reader *r, const char *key, const char *value) {
    Run *run = &r->run;
    uint32_t v = (uint32_t)strtoul(value, NULL, 0);
    if (!strcmp(key, "grid"))
        read_dims(r, value, run->grid);
    else if (!strcmp(key, "block"))
        read_dims(r, value, run->block);
    else if (!strcmp(key, "in"))
        read_words(r, value, &r->in);
    else if (!strcmp(key, "smem"))
        run->smem = v;
    else if (!strcmp(key, "n"))
        run->n = v;
    else if (!strcmp(key, "out"))
        run->n_out = v;
    else if (!strcmp(key, "budget"))
        run->budget = v;
    else if (!strcmp(key, "gpu"))
        run->gpu = value;
    else if (!strcmp(key, "cooperative"))
        run->cooperative = v;
    else
        wrong(r, "no key '%s'", key);
}

static void begin_with(Reader *r, char *s, const char *ptx) {
    Run *run = &r->run;
    *run = (Run){.ptx = ptx, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    r->in.n = 0;
    for (char *w = strtok(s, " "); w; w = strtok(NULL, " ")) {
        char *eq = strchr(w, '=');
        if (!eq) wrong(r, "not key=value: '%s'", w);
        *eq = '\0';
        read_key(r, w, eq + 1);
    }
    run->in = r->in.at;
    run->n_in = (uint32_t)r->in.n;
    kernel_run(run);
    if (!run->ran) wrong(r, "%s (%s)", run->err.msg, run->err.hint);
    r->open = true;
    r->expects = r->wants_notes = 0;
    r->wants_trap = false;
    buf_clear(&r->printed);
}

static void begin_run(Reader *r, char *s) {
    begin_with(r, s, buf_text(&r->ptx));
}

static void end_run(Reader *r) {
    if (!r->open) return;
    const LaunchOutcome *o = &r->run.out;
    if (o->trapped && !r->wants_trap)
        wrong(r, "trap %s line %d: %s", o->trap.name, o->trap.line,
              o->trap.message);
    if (o->nnotes != r->wants_notes)
        wrong(r, "%d notes, the first: %s line %d: %s", o->nnotes,
              o->notes[0].name, o->notes[0].line, o->notes[0].message);
    if (strcmp(buf_text(&r->printed), buf_text(&r->run.printed)) != 0)
        wrong(r, "printed:\n%snot:\n%s", buf_text(&r->run.printed),
              buf_text(&r->printed));
    if (!r->expects) wrong(r, "nothing is expected of this launch");
    kernel_close(&r->run);
    r->open = false;
}

static void directive(Reader *r, char *word, char *rest) {
    if (!strcmp(word, "RUN")) {
        end_run(r);
        begin_run(r, rest);
        return;
    }
    if (!r->open) wrong(r, "%%%%%s before %%%%RUN", word);
    r->expects++;
    if (!strcmp(word, "OUT"))
        expect_words(r, rest);
    else if (!strcmp(word, "TRAP"))
        expect_trap(r, rest, false);
    else if (!strcmp(word, "NOTE"))
        expect_trap(r, rest, true);
    else if (!strcmp(word, "COUNT"))
        expect_counters(r, &r->run.out.info.c, rest);
    else if (!strcmp(word, "LINE"))
        expect_line(r, rest);
    else if (!strcmp(word, "PRINT"))
        buf_fmt(&r->printed, "%s\n", rest);
    else
        wrong(r, "no directive %%%%%s", word);
}

// ---- which opcodes are executed
//
// Each line of the program gets a .loc of its own number, so that the counters
// of a launch tell which lines ran; what they hold was executed.

static bool seen[OP_COUNT];

// Does a statement end with this line, so that a directive may follow?
static bool is_whole(const char *line) {
    const char *end = line + strlen(line);
    while (end > line && strchr(" \t", end[-1]))
        end--;
    return end == line || strchr(";{}:", end[-1]);
}

static void number_lines(const char *ptx, Buf *out) {
    int line = 0;
    bool whole = true;
    for (const char *s = ptx; *s; line++) {
        size_t n = strcspn(s, "\n");
        char text[4000];
        snprintf(text, sizeof text, "%.*s", (int)n, s);
        char *comment = strstr(text, "//");
        if (comment) *comment = '\0';
        bool body = whole && *text && *text != '.' && !strstr(text, ".entry") &&
                    !strstr(text, ".func") && !strchr("(){", *text);
        if (body) buf_fmt(out, ".loc 1 %d 0\n", line + 1);
        if (strncmp(text, ".loc ", 5) != 0) {
            buf_fmt(out, "%s\n", text);
            whole = is_whole(text);
        }
        s += n + (s[n] == '\n');
    }
}

// statements = {[label ":"] [guard] opcode ... ";"}
static void mark_ops(const char *s, size_t n) {
    const char *end = s + n;
    while (s < end) {
        while (s < end && strchr(" \t{};", *s))
            s++;
        const char *colon = s;
        while (colon < end &&
               (isalnum((unsigned char)*colon) || strchr("_$", *colon)))
            colon++;
        if (colon > s && colon + 1 < end && *colon == ':' && colon[1] != ':')
            s = colon + 1;
        while (s < end && *s == ' ')
            s++;
        if (s < end && *s == '@') {
            while (s < end && *s != ' ')
                s++;
            while (s < end && *s == ' ')
                s++;
        }
        size_t word = strcspn(s, ". ;\n");
        Op op = op_find(s, word);
        if (op != OP_COUNT) seen[op] = true;
        while (s < end && *s != ';')
            s++;
    }
}

static void collect_ops(const char *ptx, const SimLaunchInfo *info) {
    int line = 1;
    for (const char *s = ptx; *s; line++) {
        size_t n = strcspn(s, "\n");
        for (int i = 0; i < info->nlines; i++) {
            const SimLine *l = &info->lines[i];
            if (l->line == line && l->c.warp_insts) mark_ops(s, n);
        }
        s += n + (s[n] == '\n');
    }
}

// What trapped was executed, though nothing of it may have been counted.
static void mark_line(const char *ptx, int line) {
    for (int i = 1; *ptx; i++) {
        size_t n = strcspn(ptx, "\n");
        if (i == line) mark_ops(ptx, n);
        ptx += n + (ptx[n] == '\n');
    }
}

static void collect_run(Reader *r, char *keys) {
    Run *run = &r->run;
    Buf text = {0};
    number_lines(buf_text(&r->ptx), &text);
    begin_with(r, keys, buf_text(&text));
    collect_ops(buf_text(&r->ptx), &run->out.info);
    if (run->out.trapped) mark_line(buf_text(&r->ptx), run->out.trap.line);
    kernel_close(run);
    r->open = false;
    buf_free(&text);
}

static void read_file(const char *name, bool collects) {
    char path[300], line[4000], copy[4000];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s cannot be read", path);
    Reader r = {.name = name, .line = copy};
    bool in_ptx = false, in_body = false;
    int runs = 0;

    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        strcpy(copy, line);
        if (strncmp(line, "%%", 2) != 0) {
            if (in_ptx) buf_fmt(&r.ptx, "%s\n", line);
            continue;
        }
        char *rest = line + strcspn(line, " ");
        if (*rest) *rest++ = '\0';
        if (in_body) buf_str(&r.ptx, kernel_tail);
        in_body = !strcmp(line, "%%BODY");
        if (in_body) buf_str(&r.ptx, kernel_head);
        in_ptx = in_body || !strcmp(line, "%%PTX");
        runs += !strcmp(line, "%%RUN");
        if (collects && !strcmp(line, "%%RUN"))
            collect_run(&r, rest);
        else if (!in_ptx && !collects)
            directive(&r, line + 2, rest);
    }
    end_run(&r);
    fclose(f);
    ck_assert_msg(runs > 0, "%s launches nothing", name);
    buf_free(&r.ptx);
    buf_free(&r.printed);
    vec_free(&r.in);
}

START_TEST(a_kernel_does_what_its_file_says) {
    read_file(files.at[_i], false);
}
END_TEST

START_TEST(every_op_is_executed_by_some_file) {
    Buf missing = {0};
    for (int i = 0; i < files.n; i++)
        read_file(files.at[i], true);
    for (Op op = 0; op < OP_COUNT; op++) {
        Group g = op_info[op].group;
        // textures need objects of the runtime: tests/sim/textures.cu
        if (g == GROUP_NONE || g == GROUP_TEX || seen[op]) continue;
        buf_fmt(&missing, " %s", op_info[op].text);
    }
    ck_assert_msg(!missing.len, "no file of " FOLDER " executes:%s",
                  buf_text(&missing));
    buf_free(&missing);
}
END_TEST

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_files(void) {
    DIR *d = opendir(FOLDER);
    const struct dirent *e;
    while (d && (e = readdir(d))) {
        const char *dot = strrchr(e->d_name, '.');
        if (dot && !strcmp(dot, ".ktest")) vec_push(&files, strdup(e->d_name));
    }
    if (d) closedir(d);
    if (files.n) qsort(files.at, (size_t)files.n, sizeof *files.at, by_name);
}

SUITE_OF(ktest) {
    Suite *s = suite_create("ktest");
    TCase *t = tcase_create("files");
    tcase_set_timeout(t, 300); // all files in one test, under the sanitizers
    find_files();
    tcase_add_loop_test(t, a_kernel_does_what_its_file_says, 0, files.n);
    tcase_add_test(t, every_op_is_executed_by_some_file);
    suite_add_tcase(s, t);
    return s;
}
