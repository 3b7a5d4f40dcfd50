# kata start without a track: questions on a terminal, a sentence without one.
. "$REGRESS/lib.sh"
export KATA_ROOT="$REGRESS/../../.."

run kata
status 0
out "kata start     three questions find your track"
[ "$(wc -l <stdout.txt)" -le 24 ] || fail "the first screen is too long"

run kata start </dev/null
status 2
err "which track?"
run kata start saxpy
status 2
err "'saxpy' is an exercise, which you may do at any time: kata next saxpy"

command -v python3 >/dev/null || skip "no python3 to make a terminal with"
PYTHONDONTWRITEBYTECODE=1 python3 "$REGRESS/../screen/start.py" "$KATA" a \
    micro-12-week || exit 1
same "$(sql "SELECT value FROM setting WHERE key = 'track'")" micro-12-week
PYTHONDONTWRITEBYTECODE=1 python3 "$REGRESS/../screen/start.py" "$KATA" d \
    bootcamp-12-month || exit 1

# Every track hands out a kernel first, and another one after it.
for track in "$KATA_ROOT"/curriculum/*.yaml "$KATA_ROOT"/curriculum/*/track.yaml; do
    case $track in
    */track.yaml) id=$(basename "$(dirname "$track")") ;;
    */remarks.yaml) continue ;;
    *) id=$(basename "$track" .yaml) ;;
    esac
    rm -rf "$KATA_DB" "$KATA_WORK"
    run kata start "$id"
    out "hello, Hello, threads"
done
