// kata completion: what a shell needs to complete kata's arguments.
//
// `kata completion bash` prints a script whose verbs come from cmds.def; the
// ids come live from `kata completion ids`, so that they are never out of date.
#include "cli/cmd.h"

#include <string.h>

static const char script[] =
    "# kata: load with\n"
    "#     source <(kata completion bash)\n"
    "_kata() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}\n"
    "    COMPREPLY=()\n"
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    "        COMPREPLY=($(compgen -W \"$_kata_verbs\" -- \"$word\"))\n"
    "        return\n"
    "    fi\n"
    "    case \"${COMP_WORDS[COMP_CWORD - 1]}\" in\n"
    "    --file) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
    "    --on) COMPREPLY=($(compgen -W 'auto gpu sim' -- \"$word\")); return "
    ";;\n"
    "    esac\n"
    "    case \" $_kata_ids \" in *\" $verb \"*)\n"
    "        COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion ids"
    " 2>/dev/null)\" -- \"$word\")) ;;\n"
    "    esac\n"
    "    case \" $_kata_tracks \" in *\" $verb \"*)\n"
    "        COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion tracks"
    " 2>/dev/null)\" -- \"$word\")) ;;\n"
    "    esac\n"
    "    case \" $_kata_files \" in *\" $verb \"*)\n"
    "        COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
    "    esac\n"
    "}\n"
    "complete -o filenames -F _kata kata\n";

// Names of the verbs that complete this; all of them for NULL.
static void add_verbs(const Cmd *const *all, const char *name, const char *what,
                      Buf *out) {
    buf_fmt(out, "%s='", name);
    for (int i = 0; all[i]; i++)
        if (!what || (all[i]->completes && !strcmp(all[i]->completes, what)))
            buf_fmt(out, "%s ", all[i]->name);
    buf_str(out, "'\n");
}

static void add_bash(const Cmd *const *all, Buf *out) {
    add_verbs(all, "_kata_verbs", NULL, out);
    add_verbs(all, "_kata_ids", "exercise", out);
    add_verbs(all, "_kata_tracks", "track", out);
    add_verbs(all, "_kata_files", "file", out);
    buf_str(out, script);
}

static bool completion_run(App *a, int argc, char **argv, int *status,
                           Err *err) {
    (void)status;
    const char *words[1] = {NULL};
    int n;
    const Opt opts[] = {{0}};
    if (!opts_take(&cmd_completion, argc, argv, opts, words, 1, &n, err))
        return false;
    const char *what = words[0] ? words[0] : "";
    Buf out = {0};
    if (!strcmp(what, "bash")) {
        add_bash(a->cmds, &out);
    } else if (!strcmp(what, "ids")) {
        for (int i = 0; i < a->plan.nexercises; i++)
            buf_fmt(&out, "%s\n", a->plan.exercises[i]->id);
    } else if (!strcmp(what, "tracks")) {
        for (int i = 0; i < a->plan.ntracks; i++)
            buf_fmt(&out, "%s\n", a->plan.tracks[i]->id);
    } else {
        err_set(err, ERR_USAGE,
                *what ? "no completion for '%s'" : "which shell?%s", what);
        return err_hint(err, "source <(kata completion bash)");
    }
    app_print(&out);
    return true;
}

const Cmd cmd_completion = {
    .name = "completion",
    .args = "bash",
    .help = "print a shell's completion script",
    .more = "  source <(kata completion bash)\n",
    .needs = WANT_PLAN,
    .completes = "",
    .run = completion_run,
};
