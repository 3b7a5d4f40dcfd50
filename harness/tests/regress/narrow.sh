# A terminal of 40 columns: no screen is wider, and no column of words is one
# word wide. Code, and words that have no place to break, are as long as they
# are.
. "$REGRESS/lib.sh"
KATA_ROOT=$(cd "$REGRESS/../../.." && pwd)
export KATA_ROOT COLUMNS=40
kata start micro-12-week >/dev/null
narrow() {
    run kata "$@"
    status 0
    # Not: code, which is indented by four; an example of --help.
    grep -v '^    ' stdout.txt >lines.txt
    [ "$(wc -L <lines.txt)" -le 40 ] ||
        fail "kata $*: $(awk 'length > 40' lines.txt | head -3)"
    [ "$(grep -cE '^ {30,}[^ ]{1,8}$' stdout.txt)" -eq 0 ] ||
        fail "kata $*: a column of single words"
}
narrow
for what in "help" "help all" "help days" "list" "progress" "today" "week" \
    "week 3" "tracks" "bank" "next saxpy" "review" "check --help" \
    "grade --help" "sim --help" "hint saxpy"; do
    # shellcheck disable=SC2086
    narrow $what
done
run kata check --help
out "  --json-fields list every key of"
out "  --file F      judge another file than"
