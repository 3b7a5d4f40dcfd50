# rejected by: case test unsorted: failed | case test noise: failed | case test counts: failed (compares line by line)
cat >compare.sh <<'END'
[ -s "$1" ] && [ -s "$2" ] || exit 1
[ "$(head -n 1 "$1")" = "$(head -n 1 "$2")" ] || { echo STALE; exit 1; }
paste <(grep -v '^#' "$1") <(grep -v '^#' "$2") | awk '
    { worse += $2 > 1.025 * $1; n++; old += $1; new += $2 }
    END { print "change %", 100 * (new / old - 1); if (worse * 2 > n) { print "REGRESSION"; exit 1 } }'
END
