// kata edit: open an exercise's file where there is work to do.
//
// Editors disagree about how to name a line. The common ones are known; any
// other is given the file alone.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// From 1; 1 if there is none.
static int first_todo(const char *file) {
    Buf text = {0};
    Err ignored = {0};
    int line = 1;
    if (file_read(file, &text, &ignored)) {
        const char *start = buf_text(&text);
        const char *todo = strstr(start, "TODO");
        for (const char *p = start; todo && p < todo; p++)
            line += *p == '\n';
    }
    buf_free(&text);
    err_clear(&ignored);
    return line;
}

static const char *find_editor(App *a) {
    static const char *const usual[] = {"code", "nano", "vi"};
    const char *editor = getenv("VISUAL");
    if (!editor || !*editor) editor = getenv("EDITOR");
    if (editor && *editor) return editor;
    for (size_t i = 0; i < COUNT_OF(usual); i++)
        if (proc_find(&a->arena, usual[i])) return usual[i];
    return NULL;
}

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

// The two arguments after the editor's own; the first may be NULL.
static void place_cursor(App *a, const char *editor, const char *file,
                         const char *args[2]) {
    static const char *const plus[] = {"vi",    "vim",         "nvim", "nano",
                                       "emacs", "emacsclient", "kak",  "micro",
                                       "gedit", NULL};
    static const char *const go_to[] = {"code", "codium", "code-insiders",
                                        "cursor", NULL};
    static const char *const colon[] = {"hx", "helix", "subl", "zed", NULL};
    const char *program = arena_strn(&a->arena, editor, strcspn(editor, " \t"));
    const char *name = path_base(program);
    int line = first_todo(file);
    const char *at = arena_fmt(&a->arena, "%s:%d", file, line);
    args[0] = NULL;
    args[1] = file;
    if (is_one_of(name, plus)) {
        args[0] = arena_fmt(&a->arena, "+%d", line);
    } else if (is_one_of(name, go_to)) {
        args[0] = "-g";
        args[1] = at;
    } else if (is_one_of(name, colon)) {
        args[1] = at;
    }
}

// The shell splits the options of $EDITOR, and not the file's name.
static bool run_editor(const char *editor, const char *args[2], Err *err) {
    int how = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", "eval \"$0 \\\"\\$@\\\"\"", editor,
              args[0] ? args[0] : args[1], args[0] ? args[1] : (char *)NULL,
              (char *)NULL);
        _exit(127);
    }
    if (pid > 0 && waitpid(pid, &how, 0) == pid && WIFEXITED(how) &&
        WEXITSTATUS(how) == 0)
        return true;
    err_set(err, ERR_ENV, "the editor '%s' did not end well", editor);
    return err_hint(err, "set EDITOR, or open the file yourself: %s", args[1]);
}

static bool edit_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL}, *args[2];
    const Opt opts[] = {{0}};
    int n;
    if (!opts_take(&cmd_edit, argc, argv, opts, words, 1, &n, err))
        return false;
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex || !work_hand_out(a, ex, NULL, err)) return false;
    const char *file = work_file(a, ex), *editor = find_editor(a);
    if (!editor) {
        err_set(err, ERR_ENV, "there is no editor");
        return err_hint(err, "set EDITOR, or open the file yourself: %s",
                        app_show_path(a, file));
    }
    place_cursor(a, editor, file, args);
    if (!run_editor(editor, args, err)) return false;
    Buf out = {0};
    buf_fmt(&out, "%s\nnext: %s\n", app_show_path(a, file),
            app_command(a, "check", ex));
    app_print(&out);
    return true;
}

const Cmd cmd_edit = {
    .name = "edit",
    .args = "[EXERCISE]",
    .help = "open your file in your editor, at the first TODO",
    .more = "The editor is $VISUAL, $EDITOR, VS Code, nano or vi: the first "
            "that there is.\nThe file is handed out if you have none yet.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = edit_run,
};
