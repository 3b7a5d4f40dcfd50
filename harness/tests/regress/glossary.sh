# kata explain WORD: the words of the field.
. "$REGRESS/lib.sh"
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

run kata explain occupancy # the beginning of an exercise's name, too
status 0
out "Warps that run on an SM at a time"
run kata explain bank conflict
status 0
out "banks"
run kata explain BANKS # another name of it, in any case
status 0
out "bank conflict"
run kata explain bank conflit
status 2
err "did you mean 'bank conflict'?"

# Every name of every entry is found, with a text of its own.
grep '^## ' "$KATA_ROOT/curriculum/glossary.md" | sed 's/^## //' >entries.txt
[ "$(wc -l <entries.txt)" -ge 40 ] || fail "few words"
tr ',' '\n' <entries.txt | sed 's/^ *//' >names.txt
same "$(sort names.txt | uniq -di)" ""
while read -r name; do
    # shellcheck disable=SC2086 # a name may be several words
    run kata explain $name </dev/null
    status 0
    [ "$(wc -l <stdout.txt)" -ge 3 ] || fail "$name: no text"
done <names.txt
