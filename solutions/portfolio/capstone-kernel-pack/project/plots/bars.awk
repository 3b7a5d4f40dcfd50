# Bars of the times in the table of STORY.md:  | name | first 611 us [...] | best 148 us [...] |
function us(cell) {
    if (!match(cell, /[0-9]+(\.[0-9]+)? (us|ms)/)) return 0
    split(substr(cell, RSTART, RLENGTH), w, " ")
    return w[1] * (w[2] == "ms" ? 1000 : 1)
}
BEGIN {
    FS = "|"
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"220\" font-family=\"sans-serif\" font-size=\"13\">"
    print "<text x=\"10\" y=\"20\">Time of one call in us: first (grey) and best (blue)</text>"
    y = 40
}
/^\|/ && us($3) && us($4) {
    name = $2
    gsub(/^ +| +$/, "", name)
    for (k = 3; k <= 4; k++) {
        printf "<rect x=\"110\" y=\"%d\" width=\"%.1f\" height=\"16\" fill=\"%s\"/>\n", y, us($k) / 4, k == 3 ? "#999" : "#36c"
        printf "<text x=\"%.1f\" y=\"%d\">%g</text>\n", 116 + us($k) / 4, y + 13, us($k)
        if (k == 3) printf "<text x=\"10\" y=\"%d\">%s</text>\n", y + 20, name
        y += 20
    }
    y += 15
}
END { print "</svg>" }
