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

# Hyphens, underscores and the plural are no other word, though an exercise has
# that name; and what stands on the screens of a check is explained.
run kata explain bank-conflicts
status 0
out "32 banks"
run kata explain sectors-per-request
status 0
out "32-byte sectors per global memory request"
run kata explain request
status 0
out "One load or store of a whole warp"
lists=$REGRESS/../../plan/metrics.def
{
    sed -n 's/^METRIC(\([a-z0-9_]*\),.*/\1/p' "$lists" | tr _ ' '
    sed -n 's/^TRAP([A-Z_]*, *"\([^"]*\)".*/\1/p' "$REGRESS/../../base/traps.def"
    sed -n 's/^CEILING(\([a-z0-9]*\),.*/\1/p' "$REGRESS/../../bench/ceilings.def"
    sed -n '/limit_names\[LIMITS\]/,/};/p' "$REGRESS/../../sim/time/model.c" |
        grep -o '"[^"]*"' | tr -d '"'
    printf '%s\n' "copy ceiling" provisional seed waits pass "L2 bandwidth" \
        inconclusive suspect attempt
} >screen.txt
[ "$(wc -l <screen.txt)" -ge 120 ] || fail "few words of screens"
while read -r name; do
    # shellcheck disable=SC2086
    run kata explain $name </dev/null
    status 0
done <screen.txt

# A word that is neither: no exercise that is unlike it is named.
run kata explain request-response
status 2
err "'request-response' is no exercise, and no word of the glossary"
no_err "nearest: "
run kata explain warpp
err "did you mean \`kata explain warp\`?"
run kata explain transpos1
err "nearest: "
err "transpose"
run kata explain occupency
err "occupancy"
run kata explain softmax
status 2
err "fits 5 exercises"
same "$(sed -n '/hint: /,$p' stderr.txt | grep -o 'softmax-' | wc -l)" 5

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
