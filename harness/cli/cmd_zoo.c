// kata zoo: file every kernel that has passed, as the record has it now.
#include "cli/cmd.h"
#include "cli/folder/repository.h"
#include "cli/learn/address.h"

static bool zoo_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    int n, filed = 0;
    const Opt opts[] = {{0}};
    if (!opts_take(&cmd_zoo, argc, argv, opts, words, 1, &n, err)) return false;
    if (!repository_find(a, "kernel-zoo")) {
        err_set(err, ERR_USAGE, "there is no kernel zoo yet");
        return err_hint(err, "kata init kernel-zoo [DIR]");
    }
    const Exercise *only =
        words[0] ? address_exercise(a, words[0], NULL, err) : NULL;
    if (words[0] && !only) return false;
    Buf out = {0};
    for (int i = 0; i < a->plan.nexercises; i++) {
        const Exercise *ex = a->plan.exercises[i];
        const char *where;
        if (only && ex != only) continue;
        if (zoo_add(a, ex, &where, err)) {
            buf_fmt(&out, "%-22s %s\n", ex->id, app_show_path(a, where));
            filed++;
        } else if (err->kind) {
            buf_free(&out);
            return false;
        }
    }
    if (filed == 0) {
        buf_free(&out);
        if (only)
            err_set(err, ERR_USAGE, "'%s' has no passing kernel to file",
                    only->id);
        else
            err_set(err, ERR_USAGE, "no kernel has passed yet");
        return err_hint(err, "kata next");
    }
    buf_fmt(
        &out,
        "%d kernel%s in the zoo; now write the story of each in its README\n",
        filed, filed == 1 ? "" : "s");
    app_print(&out);
    return true;
}

const Cmd cmd_zoo = {
    .name = "zoo",
    .args = "[EXERCISE]",
    .help = "file the kernels that passed into your kernel zoo",
    .more = "Done by itself after a check that passes, once `kata init "
            "kernel-zoo` has set\nthe zoo up. Your text in a README stays as "
            "it is.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = zoo_run,
};
