# Compares two files of times: compare.sh BASE NEW
limit=2.5 # percent; far above the medians' noise, far below the 5 % to be seen

times() { grep -v '^#' "$1"; }
median() {
    times "$1" | sort -g | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'
}

[ -s "$1" ] && [ -s "$2" ] || { echo "no such times: $1 $2"; exit 1; }
[ "$(head -n 1 "$1")" = "$(head -n 1 "$2")" ] || { echo STALE; exit 1; }
times "$1" | grep -q . && times "$2" | grep -q . || { echo "no times in it"; exit 1; }

awk -v old="$(median "$1")" -v new="$(median "$2")" -v limit="$limit" 'BEGIN {
    change = 100 * (new / old - 1)
    printf "change %% %.2f\n", change
    if (change > limit) { print "REGRESSION"; exit 1 }
}'
