# The completion script completes verbs, exercises and tracks, live.
. "$REGRESS/lib.sh"
run kata completion ids
same "$(cat stdout.txt)" "$(printf 'copy\npass')"

PATH=$(dirname "$KATA"):$PATH
eval "$(kata completion bash)" || fail "not valid bash"
complete_words() { # WORDS... : what Tab would offer for the last
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _kata
    echo "${COMPREPLY[*]}"
}
same "$(complete_words "$KATA" pro)" progress
same "$(complete_words "$KATA" check c)" copy
same "$(complete_words "$KATA" start t)" toy
same "$(complete_words "$KATA" check --on s)" sim

same "$(complete_words "$KATA" grade --exercise c)" copy
same "$(complete_words "$KATA" grade --track t)" toy
same "$(complete_words "$KATA" watch c)" copy
same "$(complete_words "$KATA" edit c)" copy

# The shells that are here load theirs, and complete the same.
kata completion zsh >kata.zsh
kata completion fish >kata.fish
for script in kata.zsh kata.fish; do
    grep -q "check your file whenever you save it" $script ||
        fail "$script does not say what watch does"
    grep -q "completion ids" $script || fail "$script knows no exercises"
done
if command -v zsh >/dev/null; then
    cat >try.zsh <<'END'
autoload -Uz compinit && compinit -u -d ./dump
source ./kata.zsh || exit 1
compadd() { print -- ${@:#--}; }
words=($KATA watch c) CURRENT=3
_kata
END
    same "$(zsh -f try.zsh)" "copy pass"
fi
if command -v fish >/dev/null; then
    offered=$(HOME=$PWD fish --no-config -c \
        'source kata.fish; complete -C "kata watch c"')
    same "$offered" copy
    HOME=$PWD fish --no-config -c 'source kata.fish; complete -C "kata wat"' |
        grep -q "^watch" || fail "fish does not complete verbs"
fi
run kata completion csh
status 2
err "kata completion bash, zsh or fish"
