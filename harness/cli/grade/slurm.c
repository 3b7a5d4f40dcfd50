// See class.h: a class on a cluster.
//
// slurm.sh is an array of tasks; each judges every N-th file and writes a
// journal of its own. merge.sh, which starts when they have ended, reads all
// journals, judges what a task that was killed has left, and writes the
// results.
#include "cli/grade/class.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The command that was typed, with paths from anywhere.
static char *grade_command(const Class *c, long jobs, const char *exe) {
    Arena *m = &c->a->arena;
    const ClassOpts *o = c->opts;
    const char *here = app_current_dir(m);
    Args args = {0};
    const char *const words[][2] = {
        {exe, NULL},
        {"grade", NULL},
        {path_join(m, here, o->input), NULL},
        {"--out", c->out},
        {"--on", o->on},
        {"--gpu", o->gpu},
        {"--track", o->track},
        {"--week", o->week},
        {"--rubric", o->rubric ? path_join(m, here, o->rubric) : NULL},
        {"--similar", o->similar},
        {"--jobs", jobs ? arena_fmt(m, "%ld", jobs) : NULL},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        bool option = str_starts(words[i][0], "--");
        if (option && !words[i][1]) continue;
        args_add(&args, words[i][0]);
        if (option) args_add(&args, words[i][1]);
    }
    for (int i = 0; i < o->nexercises; i++) {
        args_add(&args, "--exercise");
        args_add(&args, o->exercises[i]);
    }
    char *text = args_text(m, &args);
    args_free(&args);
    return text;
}

// sbatch's output folder may not hold what it would expand: %a is the task.
static bool write_script(const Class *c, const char *name, const char *more,
                         const char *command, const char *log, Err *err) {
    Buf b = {0};
    char *path = path_join(&c->a->arena, c->out, name);
    buf_fmt(&b,
            "#!/bin/sh\n"
            "#SBATCH --job-name=kata-grade\n%s"
            "#SBATCH --chdir=/\n"
            "#SBATCH --output=/dev/null\n",
            more);
    // These may have been set for this shell alone.
    static const char *const kept[] = {"KATA_ROOT", "KATA_NVCC", "KATA_PYTHON"};
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        const char *value = getenv(kept[i]);
        const char *const words[] = {value};
        Args one = {(const char **)(size_t)words, 1, 1};
        if (value)
            buf_fmt(&b, "export %s=%s\n", kept[i],
                    args_text(&c->a->arena, &one));
    }
    Args out = {0};
    args_add(&out, path_join(&c->a->arena, c->out, log));
    buf_fmt(&b, "exec >%s", args_text(&c->a->arena, &out));
    args_free(&out);
    buf_fmt(&b, "%s 2>&1\nexec %s\n",
            str_starts(log, "slurm") ? "\"$SLURM_ARRAY_TASK_ID\"" : "",
            command);
    bool ok = file_write(path, buf_text(&b), b.len, err);
    buf_free(&b);
    return ok && (chmod(path, 0755) == 0 ||
                  err_errno(err, ERR_ENV, "cannot make %s a program", path));
}

// Adds the words of --sbatch, which spaces part.
static void add_words(Arena *m, Args *args, const char *text) {
    Str rest = str_of(text ? text : ""), word;
    while (str_cut(&rest, ' ', &word))
        if (word.n) args_add(args, arena_strn(m, word.p, word.n));
}

// Submits DIR/name; *id receives the job's number.
static bool submit(const Class *c, const char *name, const char *sbatch,
                   const char *after, char **id, Err *err) {
    Arena *m = &c->a->arena;
    Args args = {0};
    Proc p = {0};
    args_add(&args, "sbatch");
    args_add(&args, "--parsable");
    add_words(m, &args, sbatch);
    if (after) args_add(&args, arena_fmt(m, "--dependency=afterany:%s", after));
    args_add(&args, path_join(m, c->out, name));
    bool ok = proc_run(args.at, NULL, &p, err);
    if (ok && p.status != 0) {
        ok = err_set(err, ERR_ENV, "sbatch refused %s: %.300s", name,
                     buf_text(&p.err));
        err_hint(err,
                 "--sbatch \"OPTIONS\" passes options to it; the scripts "
                 "stay in %s",
                 c->view.folder);
    }
    if (ok) {
        Str line = {buf_text(&p.out), strcspn(buf_text(&p.out), ";\n")};
        *id = arena_strn(m, line.p, line.n);
    }
    proc_free(&p);
    args_free(&args);
    return ok;
}

bool class_submit(Class *c, long n, long jobs, const char *sbatch, Err *err) {
    Arena *m = &c->a->arena;
    char exe[PATH_MAX] = "kata", *array = NULL, *merge = NULL;
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (len > 0) exe[len] = '\0';
    char *command = grade_command(c, jobs, exe);
    char *more = arena_fmt(m, "#SBATCH --array=1-%ld\n", n);
    char *part =
        arena_fmt(m, "%s --part \"$SLURM_ARRAY_TASK_ID\"/%ld", command, n);
    if (!write_script(c, "slurm.sh", more, part, "slurm-", err) ||
        !write_script(c, "merge.sh", "", command, "merge.log", err))
        return false;
    if (!proc_find(m, "sbatch")) {
        err_set(err, ERR_ENV, "there is no sbatch on this machine");
        return err_hint(err,
                        "where there is: sbatch %s/slurm.sh, and "
                        "%s/merge.sh when it has ended",
                        c->view.folder, c->view.folder);
    }
    if (!submit(c, "slurm.sh", sbatch, NULL, &array, err) ||
        !submit(c, "merge.sh", sbatch, array, &merge, err))
        return false;
    Buf out = {0};
    buf_fmt(&out,
            "submitted: job %s, %ld tasks for %d files; job %s writes the "
            "results to %s\n",
            array, n, c->npieces - c->nknown, merge, c->view.folder);
    app_print(&out);
    return true;
}
