# kata's own tests of capstone-triton, in a clone of the learner's repository.
# bash tests.sh NAME SEED
name=$1
csv=results/raw.csv
trap '[ ! -d .git ] || git checkout -q -- .; rm -f kata-*' EXIT # the next test gets what is committed

fail() {
    echo "$*"
    exit 1
}

# The text below a heading of README.md, up to the next one, without blocks.
part() { # TITLE
    awk -v want="$1" '
        /^```/ { block = !block; next }
        block { next }
        /^#+ / { title = $0; sub(/^#+ +/, "", title); inside = title == want; next }
        inside' README.md | tr '\n' ' '
}

# For each shape: its name, and the median of torch over that of triton.
ratios() {
    awk -F, '
        function median(v, n,    i, j, t) {
            for (i = 2; i <= n; i++)
                for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
            return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
        }
        /^#/ || $4 + 0 <= 0 { next }
        !seen[$1]++ { shape[++shapes] = $1 }
        $2 == "torch" || $2 == "triton" { time[$1, $2, ++count[$1, $2]] = $4 + 0 }
        END {
            for (s = 1; s <= shapes; s++) {
                for (k = 1; k <= 2; k++) {
                    id = k == 1 ? "torch" : "triton"
                    n = count[shape[s], id]
                    for (i = 1; i <= n; i++) v[i] = time[shape[s], id, i]
                    m[k] = n ? median(v, n) : 0
                }
                if (m[2] > 0) print shape[s], m[1] / m[2]
            }
        }' $csv
}

# ---- raw

raw() {
    [ -s $csv ] || fail "$csv is not there: the time of every round, as it was measured"
    for key in device torch triton command; do
        grep -qi "^# *$key: *[^ ]" $csv || fail "$csv does not say: # $key: ..."
    done
    grep -qx 'shape,variant,round,us' $csv || fail "$csv has no heading: shape,variant,round,us"
    awk -F, '
        function out(text) { print text; bad = 1; exit }
        /^#/ || /^shape,/ || NF == 0 { next }
        NF != 4 || $4 + 0 <= 0 { out("line " NR " is not: shape,variant,round,us") }
        { if (!($1 in last)) shapes++
          if ($3 + 0 < last[$1]) out("line " NR ": round " $3 " of " $1 " comes after round " last[$1] ". Measure the variants in turn, round by round")
          last[$1] = $3 + 0; all[$1 "," $2]++
          if (all[$1 "," $2, $3]++) out("line " NR ": a second time for round " $3 " of " $2)
          if (!value[$1 "," $2, $4]++) values[$1 "," $2]++ }
        END {
            if (bad) exit
            if (shapes < 4) out("there are " shapes + 0 " shapes; measure four at least")
            for (s in last) {
                for (k = 1; k <= 2; k++) {
                    id = s "," (k == 1 ? "torch" : "triton")
                    if (all[id] < 7) out(id " has " all[id] + 0 " rounds; 7 are required")
                    if (values[id] < 3) out(id ": nearly all times are the same. These are not single measurements")
                }
                if (all[s ",torch"] != all[s ",triton"]) out(s ": torch and triton have different numbers of rounds")
            }
        }' $csv >kata-said.txt
    [ ! -s kata-said.txt ] || fail "$csv: $(head -n 1 kata-said.txt)"
}

# ---- table and plots: from raw.csv alone

slower() { # all times of triton are doubled
    awk -F, -v OFS=, '$2 == "triton" { $4 = 2 * $4 } { print }' $csv >kata-other.csv && mv kata-other.csv $csv
}

table() {
    make -s table >kata-table.txt 2>kata-err.txt || fail "make table fails: $(tail -n 1 kata-err.txt)"
    [ -s kata-table.txt ] || fail "make table prints nothing"
    awk '
        NR == FNR { want[++n] = $0; next }
        /^```/ { if (inside && i == n && same) found = 1; inside = !inside; i = 0; same = 1; next }
        inside { if ($0 != want[++i]) same = 0 }
        END { exit !found }' kata-table.txt README.md ||
        fail "README.md has no block with the table that make table prints: $(sed -n 2p kata-table.txt)"
    slower
    make -s table >kata-slow.txt 2>kata-err.txt || fail "make table fails with other times: $(tail -n 1 kata-err.txt)"
    cmp -s kata-table.txt kata-slow.txt && fail "make table prints the same when the times in $csv are others"
    return 0
}

plots() {
    pictures=$(git ls-files 'plots/*.svg')
    [ -n "$pictures" ] || fail "no plots/*.svg is committed"
    for p in $pictures; do
        grep -q "]($p)" STORY.md || fail "STORY.md does not show $p: ![what it shows]($p)"
        rm "$p"
    done
    make -B plots >kata-err.txt 2>&1 || fail "make plots fails: $(tail -n 1 kata-err.txt)"
    for p in $pictures; do
        grep -q '<svg' "$p" 2>/dev/null || fail "make plots does not draw $p"
        git diff --quiet -- "$p" || fail "make plots draws another $p than the committed one"
    done
    shapes $pictures >kata-shapes.txt
    slower
    make -B plots >kata-err.txt 2>&1 || fail "make plots fails with other times: $(tail -n 1 kata-err.txt)"
    git diff --quiet -- $pictures && fail "the picture stays the same when the times in $csv are others"
    shapes $pictures | cmp -s - kata-shapes.txt && fail "when the times in $csv are others, labels of the picture change, and its bars, points or lines do not"
    return 0
}

# Of SVGs what has a shape: no text, names or comments.
shapes() {
    cat "$@" | tr '\n' ' ' | sed -E 's,<!--([^-]|-[^-])*-->,,g; s,<(text|title|desc|metadata)[^>]*>[^<]*,<\1>,g' |
        grep -oE '<(path|rect|circle|ellipse|line|polyline|polygon|use|image)\b[^>]*' |
        sed -E 's/ (id|class|data-[a-z-]*|[a-z]+:[a-z]+|aria-[a-z]*|clip-path|style)="[^"]*"//g'
}

# ---- claim

# "N times ... SHAPE" of a part: prints the ratio in raw.csv, if it is N there.
stated() { # TITLE
    text=$(part "$1")
    n=$(echo "$text" | grep -oE '[0-9]+(\.[0-9]+)? times' | head -n 1 | cut -d' ' -f1)
    [ -n "$n" ] || fail "README.md, $1: say how many times as fast it is, as '1.83 times'"
    found=$(ratios | while read -r shape ratio; do
        echo "$text" | grep -qwF -- "$shape" && echo "$shape $ratio"
    done)
    [ "$(echo "$found" | grep -c .)" = 1 ] || fail "README.md, $1: name one shape, as $csv writes it"
    echo "$found" | awk -v n="$n" '{ d = n - $2; if (d < 0) d = -d; exit !(d <= 0.01 * $2 + 0.005) }' ||
        fail "README.md, $1: it says $n times; the medians in $csv give $(echo "$found" | awk '{ printf "%.2f at %s", $2, $1 }')"
    echo "$found"
}

claim() {
    best=$(stated Result) || fail "$best"
    worst=$(stated "Where it is not faster") || fail "$worst"
    echo "$best" | awk '{ exit !($2 > 1.05) }' || fail "README.md, Result: $best times is not faster than PyTorch"
    least=$(ratios | sort -k2,2g | head -n 1)
    [ "$worst" = "$least" ] || fail "README.md, Where it is not faster: your kernel does worst at ${least% *}, and you name ${worst% *}"
}

# ---- teeth and bench

teeth() {
    make test BUG=mask >kata-err.txt 2>&1 && fail "make test BUG=mask passes: its tests do not see a wrong mask"
    make test >kata-err.txt 2>&1 || fail "make test fails after make test BUG=mask: $(tail -n 1 kata-err.txt)"
}

# A first line that Python does not survive, in the kernel's file: the tests have to load it.
tested() {
    for file in $(git ls-files -- '*.py' | xargs grep -l '@triton.jit'); do
        sed -i '1i raise Exception("spoiled by kata")' "$file"
        make test >kata-err.txt 2>&1 </dev/null
        status=$?
        git checkout -q -- "$file"
        [ $status = 0 ] || return 0
    done
    fail "make test passes whatever stands in the kernel's file: the tests have to load it, without a GPU, too"
}

bench() {
    cp $csv kata-before.csv
    CUDA_VISIBLE_DEVICES= make bench >kata-err.txt 2>&1 && fail "make bench passes where there is no GPU. What did it measure?"
    cmp -s $csv kata-before.csv || fail "make bench fails without a GPU, and destroys $csv"
}

$name
