# Progress counts what is passed, marks what is stale, and says what is next.
. "$REGRESS/lib.sh"
kata start toy >/dev/null

run kata progress
status 0
out "0/2 passed"
out "next: kata next"
out "planned"

record_pass pass
run kata progress --week 1
out "1/2 passed"
out "1 stale" # the version in the record is of other tests
out "best 412 us"
no_out "week  2"

run kata progress --json
status 0
json
same "$(field '$.exercises')" 2
same "$(field '$.passed')" 1
same "$(field '$.current')" pass # due today, and stale
same "$(field '$.weeks[0].items[0].state')" stale

# One count of one thing: what list, progress, its phases and weeks, and tracks
# say of a track agree, after a skip and a pass of an optional one, too.
export KATA_ROOT="$REGRESS/../../.."
for track in "$KATA_ROOT"/curriculum/*.yaml "$KATA_ROOT"/curriculum/*/track.yaml; do
    id=$(basename "${track%/track.yaml}" .yaml)
    [ "$id" = remarks ] && continue
    kata start "$id" >/dev/null
    kata skip --yes >/dev/null 2>&1 || kata skip >/dev/null 2>&1
    run kata list
    done=$(sed -n 's/.*; \([0-9]*\) of [0-9]* done$/\1/p' stdout.txt)
    total=$(sed -n 's/.*; [0-9]* of \([0-9]*\) done$/\1/p' stdout.txt)
    items=$(sed -n 's/^[0-9]* of \([0-9]*\) items of .*/\1/p' stdout.txt)
    [ "$done" -ge 1 ] || fail "$id: nothing was skipped"
    kata progress >progress.txt
    grep -q " $done/$total done" progress.txt || fail "$id: progress differs"
    same "$(grep -o '\[[#-]\{12\}\] *[0-9]*/[0-9]*$' progress.txt |
        sed 's/.*\///' | awk '{n += $1} END {print n}')" "$total"
    kata tracks | grep -q " $items items, $total of them to do" ||
        fail "$id: tracks differ"
done

# A quiz that a text shares with an item of its own is due once.
kata start dl-kernels-8-week >/dev/null
run kata week 0
same "$(grep -c 'week00/quiz-caches' stdout.txt)" 1
out "its quiz is quiz-caches"
no_out "quiz-caches, optional"
run kata list quiz-caches
same "$(grep -c '  open ' stdout.txt)" 1
same "$(grep -c '  reading ' stdout.txt)" 1
