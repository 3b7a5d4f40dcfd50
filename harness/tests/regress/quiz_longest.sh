# A quiz must not be passed by its looks: whoever always takes the longest option
# passes at most 5 of all quizzes, through the command that learners use.
. "$REGRESS/lib.sh"
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# The sheet with the longest option after each `answer:`; counts the questions
# with options in `asked`.
longest='
/^- [a-z]\) / {
    text = substr($0, 6)
    if (length(text) > most) { most = length(text); letter = substr($0, 3, 1) }
    open = 1
    next
}
open && /^      *[^ ]/ { most += length($0); next }
/^answer/ {
    if (letter && $0 ~ /letter/ && $0 !~ /in order/) $0 = $0 " " letter
    most = 0; letter = ""; open = 0
}
{ print }'

quizzes=0 passed=0 which=
for yaml in "$KATA_ROOT"/exercises/*/*/exercise.yaml; do
    grep -q '^kind: quiz' "$yaml" || continue
    id=$(basename "$(dirname "$yaml")")
    kata next "$id" >/dev/null 2>&1
    file=$KATA_WORK/$id/$id.md
    [ -f "$file" ] || fail "$id: no sheet"
    awk "$longest" "$file" >filled && cp filled "$file"
    kata check "$id" >said.txt 2>&1
    case $? in
    0) passed=$((passed + 1)) which="$which $id" ;;
    1) ;;
    *) cat said.txt && fail "$id: not judged" ;;
    esac
    quizzes=$((quizzes + 1))
done
echo "the longest option passes $passed of $quizzes quizzes:$which"
[ "$quizzes" -ge 50 ] || fail "only $quizzes quizzes"
[ "$passed" -le 5 ] || fail "more than 5"
echo ok
