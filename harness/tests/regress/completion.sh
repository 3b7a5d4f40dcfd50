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
