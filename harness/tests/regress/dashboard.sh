# The dashboard: one file, from an empty record to a hundred thousand attempts,
# with nothing in it that is loaded, and its one script named by its hash.
. "$REGRESS/lib.sh"
export KATA_NOW=2025-11-24T12:00 TZ=UTC

page() {
    grep -q "default-src 'none'" "$1" || fail "no policy"
    grep -qiE '(src|href)="[^#]|url\(|@import|https?:' "$1" &&
        fail "it loads something"
    same "$(grep -o '<script' "$1" | wc -l)" 2
    # Its script is the one that the policy allows.
    sed -n 's|.*<script>\(.*\)</script></body></html>$|\1|p' "$1" |
        tr -d '\n' >script.js
    [ -s script.js ] || fail "no script"
    # shellcheck disable=SC2059
    hash=$(printf "$(sha256sum <script.js | cut -c1-64 | sed 's/../\\x&/g')" |
        base64)
    grep -qF "'sha256-$hash'" "$1" || fail "the policy forbids its own script"
    if command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' \
            "$1" || fail "$1 is not well formed"
    fi
}
has() { grep -qF -- "$1" dashboard.html || fail "the page does not say: $1"; }
has_no() { ! grep -qF -- "$1" dashboard.html || fail "the page says: $1"; }

# Before anything is begun.
run kata dashboard --out dashboard.html
status 0
out "written: dashboard.html"
page dashboard.html
has "kata start toy"
has "There is no attempt yet."

# Without a place it goes beside the learner's files.
kata start toy >/dev/null
run kata dashboard
status 0
out "work/dashboard.html"
[ -s work/dashboard.html ] || fail "no page"

# Passes, a failure whose words are markup, medals, a roofline.
record_pass copy v 100
record_pass copy v 80
sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend,
     modelled, summary, version, harness, seed)
     VALUES(1763960000, 'pass', 'fail', 'correct', '\"><b>', 'gpu', 0,
     '<script>alert(1)</script>', 'v', 'test', 1)"
gate() {
    sql "INSERT INTO attempt_gate
         VALUES($1, 0, 'sectors_per_request', NULL, 'pass', $2, 4.5, '')"
}
gate 1 4.4 # enough to pass, not for the medal
run kata dashboard --out dashboard.html
has_no "★ gold"
gate 2 3.5
run kata dashboard --out dashboard.html
status 0
page dashboard.html
has "Toy track"
has "kata next"
has "80.0 us"
has "★ gold"
has "NVIDIA H200"
has "write, copy, triad 4211 GB/s"
has "The last failure"
has "&lt;script&gt;alert(1)&lt;/script&gt;"
has_no "<script>alert"
has "sectors_per_request: 3.50, needed 4.50"
has "2 checked, 2 passed"

# The same as data.
run kata dashboard --json
status 0
json
same "$(field '$.track')" toy
same "$(field '$.exercises[0].id')" copy
same "$(field '$.exercises[0].best_us')" 80
same "$(field '$.exercises[0].medal')" gold
same "$(field '$.failed')" pass

# Many attempts are thinned, not left out of what is counted.
KATA_ROOT=$TOY bash "$REGRESS/../many_attempts.sh" "$KATA_DB" 100000
run kata dashboard --out dashboard.html
status 0
page dashboard.html
[ "$(wc -c <dashboard.html)" -lt 300000 ] || fail "the page is too large"
run kata dashboard --json
same "$(field '$.exercises[0].attempts')" 50002

# Of the whole curriculum, too: all exercises tried, at most 3 MB.
(
    export KATA_ROOT="$REGRESS/../../.." KATA_DB=$PWD/whole.db
    kata start micro-12-week >/dev/null
    bash "$REGRESS/../many_attempts.sh" "$KATA_DB" 100000
    kata dashboard --out whole.html >/dev/null
) || fail "no page of the whole curriculum"
[ "$(wc -c <whole.html)" -lt 3000000 ] || fail "the whole page is too large"

# A place that cannot be written to, and no browser.
run kata dashboard --out /dev/null/x.html
status 5
mkdir bin
PATH=$PWD/bin run "$KATA" dashboard --open
status 5
err "xdg-open"
