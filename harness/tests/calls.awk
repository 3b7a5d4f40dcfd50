# Reads the output of `nm -A` over object files and prints every call that
# points up the ladder inside a module, and every circle of files that call each
# other. A call is an undefined symbol that another object defines. One circle
# may be: the files of a parser by recursive descent.
#
#   nm -A .build/dev/harness/sim/*/*.o | awk -v ladder=ladder.txt -f calls.awk
BEGIN {
    recursive = "^sim/ptx/parse(_[a-z]+)?$"
    while ((getline line < ladder) > 0)
        if (line !~ /^#/ && split(line, f, " ") == 2) rank[f[1]] = f[2]
}
{
    at = index($0, ":")
    file = substr($0, 1, at - 1)
    sub(/^.*harness\//, "", file); sub(/\.o$/, "", file)
    n = split(substr($0, at + 1), f, " ")
    kind = f[n - 1]; symbol = f[n]
    files[file] = 1
    if (kind == "U") uses[file, symbol] = 1
    else if (kind ~ /^[TDBRCVW]$/) defines[symbol] = file
}
END {
    for (pair in uses) {
        split(pair, f, SUBSEP)
        to = defines[f[2]]
        if (to == "" || to == f[1]) continue
        if (!((f[1], to) in edge)) callees[f[1]] = callees[f[1]] " " to
        edge[f[1], to] = edge[f[1], to] " " f[2]
    }
    for (pair in edge) {
        split(pair, f, SUBSEP)
        from = f[1]; to = f[2]
        a = folder(from); b = folder(to)
        if (a != b && module(a) == module(b) && (a in rank) && (b in rank) && \
            rank[a] <= rank[b] && index(b, "/") && index(a, "/")) {
            printf "upward: %s calls %s (%s)\n", from, to, substr(edge[pair], 2)
            bad = 1
        }
    }
    for (file in files) if (!(file in low)) visit(file)
    exit bad
}

# Tarjan's search for strongly connected files: a circle is one of two or more.
function visit(from,    pair, f, to, n, list) {
    low[from] = order[from] = ++clock
    stack[++top] = from
    open[from] = 1
    n = split(callees[from], f, " ")
    for (pair = 1; pair <= n; pair++) {
        to = f[pair]
        if (!(to in low)) {
            visit(to)
            if (low[to] < low[from]) low[from] = low[to]
        } else if (open[to] && order[to] < low[from]) low[from] = order[to]
    }
    if (low[from] != order[from]) return
    list = ""
    n = closed = 0
    do {
        to = stack[top--]
        open[to] = 0
        list = list " " to
        n++
        if (to !~ recursive) closed = 1
    } while (to != from)
    if (n > 1 && closed) {
        print "circle:" list
        bad = 1
    }
}
function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
function module(path) { sub(/\/.*$/, "", path); return path }
