# Compares what a GPU printed (first file) with what the simulated device did.
# Lines are equal, or they are floats of the same name that lie within the ulps
# that the first file allows: "name f32 ~2 3f800000". Prints what differs and
# exits 1; so does a list that ends early.

function digit(c) { return index("0123456789abcdef", c) - 1 }
function value(hex,   v, i) {
    v = 0
    for (i = 1; i <= length(hex); i++) v = v * 16 + digit(substr(hex, i, 1))
    return v
}
# Steps between two floats of the same width, counted along the number line:
# two halves, because awk's numbers hold 53 bits.
function steps(a, b,   n, top, hi, lo, i, s, neg) {
    n = length(a)
    top = n > 8 ? n - 8 : 0
    for (i = 0; i < 2; i++) {
        s = i ? b : a
        neg = digit(substr(s, 1, 1)) >= 8
        s = sprintf("%x", digit(substr(s, 1, 1)) % 8) substr(s, 2)
        hi[i] = top ? value(substr(s, 1, top)) : 0
        lo[i] = value(substr(s, top + 1))
        if (neg) { hi[i] = -hi[i]; lo[i] = -lo[i] }
    }
    s = (hi[0] - hi[1]) * 4294967296 + (lo[0] - lo[1])
    return s < 0 ? -s : s
}
function is_nan(width, hex,   s) {
    s = sprintf("%x", digit(substr(hex, 1, 1)) % 8) substr(hex, 2)
    if (width == "f16") return s > "7c00"
    if (width == "f32") return s > "7f800000"
    return s > "7ff0000000000000"
}
function same(a, b,   x, y, n, m) {
    if (a == b) return 1
    n = split(a, x, " "); m = split(b, y, " ")
    if (n != 4 || m != 4 || x[1] != y[1] || x[2] != y[2]) return 0
    if (x[2] !~ /^f(16|32|64)$/ || x[3] == "~0") return 0
    if (is_nan(x[2], x[4]) || is_nan(y[2], y[4]))
        return is_nan(x[2], x[4]) && is_nan(y[2], y[4])
    return steps(x[4], y[4]) <= substr(x[3], 2) + 0
}
FNR == NR { if ($0 !~ /^#/) want[++nwant] = $0; next }
{
    got++
    if ($1 == "==") program = $2
    if (same(want[got], $0)) next
    if (bad++ < 20)
        printf "%s: the GPU says `%s`, here `%s`\n", program, want[got], $0
}
END {
    if (got != nwant) { printf "%d lines, the GPU has %d\n", got, nwant; bad++ }
    if (nwant == 0) { print "nothing recorded"; bad++ }
    exit bad ? 1 : 0
}
