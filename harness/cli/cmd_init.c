// kata init: set up one of the learner's own repositories.
#include "cli/cmd.h"
#include "cli/folder/editor.h"
#include "cli/folder/repository.h"

#include "base/path.h"
#include "base/proc.h"

#include <string.h>

static void list_repositories(App *a, Buf *out) {
    buf_str(out,
            "  kata init editor               clangd and VS Code, for your "
            "files in work/\n\n"
            "Repositories that kata can set up:\n\n");
    for (char **name = repository_names(a); *name; name++) {
        const char *dir = repository_find(a, *name);
        buf_fmt(out, "  kata init %-20s %s\n", *name,
                dir ? app_show_path(a, dir) : "not set up yet");
    }
}

// A repository is one to git too, where there is git and none around it yet.
static void start_git(App *a, const char *dir) {
    Proc p = {0};
    Err ignored = {0};
    const char *const inside[] = {"git", "rev-parse", "--git-dir", NULL};
    const char *const init[] = {"git", "init", "-q", NULL};
    if (!proc_find(&a->arena, "git")) return;
    bool has = proc_run(inside, dir, &p, &ignored) && p.status == 0;
    proc_free(&p);
    if (!has && proc_run(init, dir, &p, &ignored)) proc_free(&p);
    err_clear(&ignored);
}

static bool init_editor(App *a, Err *err) {
    int made;
    bool cuda;
    Buf out = {0};
    if (!editor_set_up(a, &made, &cuda, err)) return false;
    buf_fmt(&out, "%s: wrote %d files for clangd and VS Code\n",
            app_show_path(a, a->work), made);
    if (!cuda)
        buf_str(&out, "There is no CUDA toolkit here, so clangd reads only C: "
                      "`kata doctor`, then again\n");
    buf_str(&out, "clangd 19 or newer reads CUDA best. Restart it, or the "
                  "editor.\n");
    app_print(&out);
    return true;
}

static bool init_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    bool no_git = false;
    const char *words[2] = {NULL};
    int n, made;
    const Opt opts[] = {{"--no-git", NULL, &no_git}, {0}};
    if (!opts_take(&cmd_init, argc, argv, opts, words, 2, &n, err))
        return false;
    Buf out = {0};
    if (n == 0) {
        list_repositories(a, &out);
        app_print(&out);
        return true;
    }
    if (!strcmp(words[0], "editor")) return init_editor(a, err);
    const char *known = repository_find(a, words[0]);
    const char *dir = n > 1 ? words[1] : known ? known : words[0];
    if (!repository_init(a, words[0], dir, &made, err)) return false;
    if (!no_git) start_git(a, dir);
    if (made)
        buf_fmt(&out, "%s: created %d files; existing files were not touched\n",
                app_show_path(a, dir), made);
    else
        buf_fmt(&out, "%s is complete\n", app_show_path(a, dir));
    if (plan_find(&a->plan, words[0]))
        buf_fmt(&out, "next: kata check %s\n", words[0]);
    app_print(&out);
    return true;
}

const Cmd cmd_init = {
    .name = "init",
    .args = "[REPOSITORY | editor] [DIR] [--no-git]",
    .help = "set up your lab notebook, kernel zoo or ML ops playground",
    .more =
        "  DIR        where (a folder of that name, here)\n"
        "  --no-git   do not make it a git repository\n\n"
        "kata init editor writes settings of clangd and VS Code into work/.\n"
        "Kernels that pass are copied into the zoo with their results.\n",
    .needs = NEED_STORE | WANT_PLAN,
    .completes = "",
    .run = init_run,
};
