# kata's own tests of capstone-engine, in a clone of the learner's repository.
# bash tests.sh NAME SEED
name=$1 seed=$2
csv=results/raw.csv
trap '[ ! -d .git ] || git checkout -q -- .; rm -f kata-*' EXIT # the next test gets what is committed

fail() {
    echo "$*"
    exit 1
}

make >kata-made.txt 2>&1 || fail "make fails: $(tail -n 1 kata-made.txt)"
[ -x engine ] || fail "make does not make ./engine"

RANDOM=$((seed % 32768))
draw() { # N: a prompt of N tokens
    for ((i = 0; i < $1; i++)); do printf '%d ' $((RANDOM % 32)); done
}
says() { ./engine generate "$@" 2>kata-err.txt || fail "./engine generate $1 '$2' fails: $(tail -n 1 kata-err.txt)"; }
words() { echo $*; }

# ---- tokens

tokens() {
    different=
    for k in 1 2 3 4 5 6; do
        p=$(draw $((3 * k - 2)))
        long=$(says 20 "$p") || fail "$long"
        [ "$(echo "$long" | wc -l)" = 1 ] && [ "$(echo $long | wc -w)" = 20 ] || fail "./engine generate 20 '$p' prints '$long', and not 20 tokens in a line"
        again=$(says 20 "$p")
        [ "$(words $long)" = "$(words $again)" ] || fail "the same prompt twice gives other tokens"
        short=$(says 7 "$p")
        [ "$(words $short)" = "$(echo $long | cut -d' ' -f1-7)" ] || fail "the first 7 of 20 tokens are others than those of generate 7"
        different="$different$(words $long)
"
    done
    [ "$(echo "$different" | sort -u | grep -c .)" -ge 3 ] || fail "six prompts have nearly all the same answer: does it read them?"
}

# Generated tokens, added to the prompt, must go on in the same way: there the
# cache is filled by a prompt, here token by token.
cache() {
    for k in 1 2 3 4 5; do
        p=$(draw $((4 * k)))
        all=$(words $(says 16 "$p"))
        for at in 1 5 11; do
            rest=$(words $(says $((16 - at)) "$p $(echo $all | cut -d' ' -f1-$at)"))
            [ "$rest" = "$(echo $all | cut -d' ' -f$((at + 1))-)" ] ||
                fail "after '$p' come '$all'. With the first $at of these in the prompt it goes on with '$(echo $rest | cut -d' ' -f1-4) ...': is the cache the same?"
        done
    done
}

apart() {
    one=$(draw 9) two=$(draw 3) three=$(draw 17)
    together=$(says 10 "$one" "$two" "$three") || fail "$together"
    alone=$(says 10 "$one"; says 10 "$two"; says 10 "$three")
    [ "$(words $together)" = "$(words $alone)" ] || fail "three prompts in one call get other tokens than each alone: something is left of the text before"
}

teeth() {
    make test BUG=cache >kata-err.txt 2>&1 && fail "make test BUG=cache passes: its tests do not see a wrong cache"
    make test >kata-err.txt 2>&1 || fail "make test fails after make test BUG=cache: $(tail -n 1 kata-err.txt)"
}

# ---- memory

memory() {
    ./engine memory >kata-plan.txt 2>kata-err.txt || fail "./engine memory fails: $(tail -n 1 kata-err.txt)"
    awk '
        function out(text) { print text; bad = 1; exit }
        $1 == "block" && NF == 2 { block = $2; next }
        NF != 5 || $3 <= 0 || $4 > $5 || $2 < 0 { out("line " NR " is not: NAME OFFSET BYTES FROM UNTIL") }
        { n++; name[n] = $1; at[n] = $2 + 0; size[n] = $3 + 0; from[n] = $4 + 0; until[n] = $5 + 0; sum += $3 }
        END {
            if (bad) exit
            if (n < 4) out("there are " n + 0 " buffers; a transformer has four at least")
            for (i = 1; i <= n; i++) {
                if (at[i] + size[i] > block) out(name[i] " ends beyond the block")
                for (k = 1; k < i; k++)
                    if (from[i] <= until[k] && from[k] <= until[i] && at[i] < at[k] + size[k] && at[k] < at[i] + size[i])
                        out(name[i] " and " name[k] " overlap, in memory and in time")
                live = 0
                for (k = 1; k <= n; k++)
                    if (from[k] <= from[i] && from[i] <= until[k]) live += size[k]
                if (live > most) most = live
            }
            if (block > 1.2 * most) out("the block has " block " bytes, and at most " most " live at one time")
            if (most == sum) out("all buffers live at the same time: is that so?")
        }' kata-plan.txt >kata-said.txt
    [ ! -s kata-said.txt ] || fail "./engine memory: $(head -n 1 kata-said.txt)"
}

# ---- numbers

raw() {
    [ -s $csv ] || fail "$csv is not there"
    for key in device torch; do
        grep -qi "^# *$key: *[^ ]" $csv || fail "$csv does not say: # $key: ..."
    done
    grep -qx 'variant,prompt,count,round,first_us,total_us' $csv || fail "$csv has no heading: variant,prompt,count,round,first_us,total_us"
    awk -F, '
        function out(text) { print text; bad = 1; exit }
        /^#/ || /^variant,/ || NF == 0 { next }
        NF != 6 || $5 <= 0 || $6 + 0 <= $5 + 0 { out("line " NR ": first_us is above 0 and below total_us") }
        { if ($4 + 0 < last[$3]) out("line " NR ": round " $4 " comes after round " last[$3] ". Measure the two in turn")
          last[$3] = $4 + 0; n[$3 "," $1]++
          if (!seen[$3 "," $1, $6]++) values[$3 "," $1]++ }
        END {
            if (bad) exit
            for (c in last) {
                counts++
                for (k = 1; k <= 2; k++) {
                    id = c "," (k == 1 ? "torch" : "engine")
                    if (n[id] < 7 || values[id] < 3) out(id ": seven rounds with times that were measured")
                }
            }
            if (counts < 3) out("three lengths of an answer at least")
        }' $csv >kata-said.txt
    [ ! -s kata-said.txt ] || fail "$csv: $(head -n 1 kata-said.txt)"
}

table() {
    make -s table >kata-table.txt 2>kata-err.txt || fail "make table fails: $(tail -n 1 kata-err.txt)"
    [ -s kata-table.txt ] || fail "make table prints nothing"
    awk '
        NR == FNR { want[++n] = $0; next }
        /^```/ { if (inside && i == n && same) found = 1; inside = !inside; i = 0; same = 1; next }
        inside { if ($0 != want[++i]) same = 0 }
        END { exit !found }' kata-table.txt README.md || fail "README.md has no block with the table that make table prints"
    awk -F, -v OFS=, '$1 == "engine" { $6 = 2 * $6 } { print }' $csv >kata-other.csv && cp kata-other.csv $csv
    make -s table >kata-slow.txt 2>/dev/null || fail "make table fails with other times"
    cmp -s kata-table.txt kata-slow.txt && fail "make table prints the same when the times in $csv are others"
    return 0
}

# The rate of a variant for the longest answer: tokens after the first, over their time.
rate() { # VARIANT
    count=$(grep '^[a-z]*,' $csv | grep -v '^variant' | cut -d, -f3 | sort -n | tail -n 1)
    for column in 5 6; do
        awk -F, -v v="$1" -v c="$count" -v k=$column '$1 == v && $3 == c { print $k }' $csv | sort -g |
            awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
    done | tr '\n' ' ' | awk -v c="$count" '{ print (c - 1) / ($2 - $1) * 1e6 }'
}

claim() {
    text=$(awk '/^```/ { b = !b; next } b { next } /^#+ / { t = $0; sub(/^#+ +/, "", t); next } t == "Result"' README.md | tr '\n' ' ')
    said=$(echo "$text" | grep -oE '[0-9]+(\.[0-9]+)? tokens a second' | head -n 1 | cut -d' ' -f1)
    times=$(echo "$text" | grep -oE '[0-9]+(\.[0-9]+)? times' | head -n 1 | cut -d' ' -f1)
    [ -n "$said" ] && [ -n "$times" ] || fail "README.md, Result: say 'N tokens a second' and 'N times as many as PyTorch'"
    mine=$(rate engine) torch=$(rate torch)
    awk -v a="$said" -v b="$mine" 'BEGIN { exit !(a > 0.99 * b && a < 1.01 * b) }' ||
        fail "README.md, Result: $said tokens a second; the medians of the longest answers give $(printf %.0f "$mine"), without the first token"
    awk -v a="$times" -v b="$mine" -v c="$torch" 'BEGIN { exit !(a > 0.99 * b / c - 0.005 && a < 1.01 * b / c + 0.005) }' ||
        fail "README.md, Result: $times times; the medians give $(awk -v b="$mine" -v c="$torch" 'BEGIN { printf "%.2f", b / c }')"
}

$name
