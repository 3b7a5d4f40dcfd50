// kata completion: what a shell needs to complete kata's arguments.
//
// `kata completion bash` (zsh, fish) prints a script whose verbs come from
// cmds.def; the ids come live from `kata completion ids`, so that they are
// never out of date.
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
    "    --file | --out | --rubric)\n"
    "        COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
    "    --exercise | --track)\n"
    "        local list=ids\n"
    "        [ \"${COMP_WORDS[COMP_CWORD - 1]}\" = --track ] && list=tracks\n"
    "        COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" completion "
    "$list 2>/dev/null)\" -- \"$word\")); return ;;\n"
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

// ---- zsh and fish

static const char zsh_script[] =
    "_kata() {\n"
    "    local kata=$words[1] verb=$words[2]\n"
    "    if (( CURRENT == 2 )); then\n"
    "        _describe -t commands 'kata command' _kata_verbs\n"
    "    elif [[ $words[CURRENT-1] == --on ]]; then\n"
    "        compadd auto gpu sim\n"
    "    elif [[ $words[CURRENT-1] == --(file|out|rubric) ]]; then\n"
    "        _files\n"
    "    elif [[ $words[CURRENT-1] == --exercise ]]; then\n"
    "        compadd -- ${(f)\"$($kata completion ids 2>/dev/null)\"}\n"
    "    elif [[ $words[CURRENT-1] == --track ]]; then\n"
    "        compadd -- ${(f)\"$($kata completion tracks 2>/dev/null)\"}\n"
    "    elif [[ \" $_kata_ids \" == *\" $verb \"* ]]; then\n"
    "        compadd -- ${(f)\"$($kata completion ids 2>/dev/null)\"}\n"
    "    elif [[ \" $_kata_tracks \" == *\" $verb \"* ]]; then\n"
    "        compadd -- ${(f)\"$($kata completion tracks 2>/dev/null)\"}\n"
    "    elif [[ \" $_kata_files \" == *\" $verb \"* ]]; then\n"
    "        _files\n"
    "    fi\n"
    "}\n"
    "compdef _kata kata\n";

// Text between single quotes, which both shells take the same way.
static void add_quoted(const char *text, Buf *out) {
    for (; *text; text++) {
        if (*text == '\'')
            buf_str(out, "'\\''");
        else
            buf_char(out, *text);
    }
}

static void add_zsh(const Cmd *const *all, Buf *out) {
    buf_str(out, "# kata: load with\n#     source <(kata completion zsh)\n"
                 "(( $+functions[compdef] )) || { autoload -Uz compinit && "
                 "compinit }\n_kata_verbs=(\n");
    for (int i = 0; all[i]; i++) {
        buf_fmt(out, "    '%s:", all[i]->name);
        add_quoted(all[i]->help, out);
        buf_str(out, "'\n");
    }
    buf_str(out, ")\n");
    add_verbs(all, "_kata_ids", "exercise", out);
    add_verbs(all, "_kata_tracks", "track", out);
    add_verbs(all, "_kata_files", "file", out);
    buf_str(out, zsh_script);
}

static void add_fish_words(const Cmd *const *all, const char *what,
                           const char *words, Buf *out) {
    buf_str(out, "complete -c kata -n '__fish_seen_subcommand_from");
    for (int i = 0; all[i]; i++)
        if (all[i]->completes && !strcmp(all[i]->completes, what))
            buf_fmt(out, " %s", all[i]->name);
    buf_fmt(out, "' %s\n", words);
}

static void add_fish(const Cmd *const *all, Buf *out) {
    buf_str(out, "# kata: load with\n#     kata completion fish | source\n"
                 "complete -c kata -f\n");
    for (int i = 0; all[i]; i++) {
        buf_fmt(out, "complete -c kata -n __fish_use_subcommand -a %s -d '",
                all[i]->name);
        for (const char *p = all[i]->help; *p; p++) {
            if (*p == '\'') buf_char(out, '\\');
            buf_char(out, *p);
        }
        buf_str(out, "'\n");
    }
    add_fish_words(all, "exercise", "-a '(kata completion ids)'", out);
    add_fish_words(all, "track", "-a '(kata completion tracks)'", out);
    add_fish_words(all, "file", "-F", out);
    buf_str(out, "complete -c kata -l file -r -F\n"
                 "complete -c kata -l out -r -F\n"
                 "complete -c kata -l rubric -r -F\n"
                 "complete -c kata -l exercise -x -a '(kata completion ids)'\n"
                 "complete -c kata -l track -x -a '(kata completion tracks)'\n"
                 "complete -c kata -l on -x -a 'auto gpu sim'\n");
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
    } else if (!strcmp(what, "zsh")) {
        add_zsh(a->cmds, &out);
    } else if (!strcmp(what, "fish")) {
        add_fish(a->cmds, &out);
    } else if (!strcmp(what, "ids")) {
        for (int i = 0; i < a->plan.nexercises; i++)
            buf_fmt(&out, "%s\n", a->plan.exercises[i]->id);
    } else if (!strcmp(what, "tracks")) {
        for (int i = 0; i < a->plan.ntracks; i++)
            buf_fmt(&out, "%s\n", a->plan.tracks[i]->id);
    } else {
        err_set(err, ERR_USAGE,
                *what ? "no completion for '%s'" : "which shell?%s", what);
        return err_hint(err, "kata completion bash, zsh or fish");
    }
    app_print(&out);
    return true;
}

const Cmd cmd_completion = {
    .name = "completion",
    .args = "bash|zsh|fish",
    .help = "print a shell's completion script",
    .more = "  bash, zsh   source <(kata completion bash)\n"
            "  fish        kata completion fish | source\n",
    .needs = WANT_PLAN,
    .completes = "",
    .run = completion_run,
};
