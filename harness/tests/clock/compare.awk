# awk -f compare.awk h200.tsv modelled.tsv: prints what is too far off, fails.
BEGIN { FS = "\t" }
FNR == NR {
    if (/^#/ || NF < 4) next
    lo[$1] = $2; hi[$1] = $3; unit[$1] = $4
    bar[$1] = NF > 4 && $5 != "" ? $5 : $4 == "ratio" ? .15 : .25
    next
}
NF == 3 && $1 in lo {
    seen[$1] = 1
    off = $2 < lo[$1] ? $2 / lo[$1] - 1 : $2 > hi[$1] ? $2 / hi[$1] - 1 : 0
    away[++n] = off < 0 ? -off : off
    if (bar[$1] == "-" || (off <= bar[$1] && -off <= bar[$1])) next
    printf "%s: %s %s, measured %s to %s: %+.0f %%\n", $1, $2, $3, lo[$1],
           hi[$1], 100 * off
    bad++
}
END {
    for (name in lo) if (!(name in seen)) { print name ": not there"; bad++ }
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && away[k] < away[k - 1]; k--) {
            t = away[k]; away[k] = away[k - 1]; away[k - 1] = t
        }
    printf "%d figures: median %.1f %% outside what was measured, 90th percentile %.1f %%\n",
           n, 100 * away[int((n + 1) / 2)], 100 * away[int(.9 * n + .5)]
    exit bad > 0
}
