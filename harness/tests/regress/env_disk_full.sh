# A full disk is called that, costs nothing that was there, and passes when
# there is room again.
. "$REGRESS/lib.sh"
need_nvcc
if [ -z "${HIDDEN:-}" ]; then
    unshare -m true 2>/dev/null ||
        skip "SKIPPED LOUDLY: only root can mount a small disk"
    HIDDEN=1 exec unshare -m bash -u "$0"
fi
cache=$(cd "$(dirname "$KATA")/.." && pwd)/cache
mkdir -p "$cache"
kata start toy >/dev/null
kata next >/dev/null
# Not what another run has left in the cache.
echo "// $RANDOM $RANDOM" >>work/pass/pass.cu

for size in 4k 300k; do
    mount -t tmpfs -o size=$size none "$cache" || exit 1
    run kata check pass --on sim
    umount "$cache"
    status 5
    grep -qE "No space left|the disk is full" stderr.txt || fail "does not say"
done

same "$(sql "SELECT count(*) FROM attempt")" 0

run kata check pass --on sim
status 0
same "$(sql "SELECT count(*) FROM attempt")" 1
