# Runs of all.cu, one after the other, as one table: name, least, most, unit.
# What h200.tsv says in its bars has to be carried over by hand.
BEGIN { FS = OFS = "\t" }
/^#/ || NF != 3 { next }
!($1 in lo) { order[++n] = $1; lo[$1] = hi[$1] = $2; unit[$1] = $3 }
{
    if ($2 + 0 < lo[$1] + 0) lo[$1] = $2
    if ($2 + 0 > hi[$1] + 0) hi[$1] = $2
}
END { for (i = 1; i <= n; i++) print order[i], lo[order[i]], hi[order[i]], unit[order[i]] }
