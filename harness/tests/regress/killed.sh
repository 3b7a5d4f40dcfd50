# What a killed kata leaves behind the next one clears away, and nothing that
# another, which is at work, still needs.
. "$REGRESS/lib.sh"
need_nvcc
# Folders of this script alone: kata looks for its parts beside itself.
build=$PWD/.build
mkdir -p "$build/dev"
cp "$KATA" "$build/dev/kata"
cp -r "$(dirname "$(dirname "$KATA")")/lib" "$build/lib"
KATA=$build/dev/kata
cat >slow.cu <<'END'
#include <unistd.h>
void copy(const float *, float *, int) {
    for (;;) sleep(1);
}
END
folders() { ls "$build/scratch" 2>/dev/null | sort; }

# Starts a check that hangs; its folder's name is in $folder.
hang() {
    folders >before.txt
    "$KATA" check copy --on sim --file slow.cu --no-record >"$1" 2>&1 &
    kata=$!
    for i in $(seq 600); do
        folder=$(folders | comm -13 before.txt - | head -n 1)
        # A session is on its way.
        [ -n "$folder" ] && [ -n "$(ls "$build/scratch/$folder")" ] && return
        sleep 0.1
    done
    fail "no folder for its check: $(cat "$1")"
}
hang first.txt
first=$folder one=$kata
hang second.txt
second=$folder two=$kata
[ -e "$build/scratch/$first" ] || fail "one that lives was cleared away"
kill -KILL $one
wait $one 2>/dev/null
sleep 1 # what it had just forked dies a moment later, with the lock
[ -e "$build/scratch/$first" ] || fail "it was not killed halfway"
run kata check copy --on sim --file "$TOY/solutions/basics/copy/copy.cu" --no-record
status 0
same "$(folders)" "$second"
kill -KILL $two
wait $two 2>/dev/null
sleep 1
run kata check copy --on sim --file "$TOY/solutions/basics/copy/copy.cu" --no-record
status 0
same "$(folders)" ""
