#!/bin/sh
# make demo, after the build: checks a shipped solution, says what to type next.
# Harmless to repeat: nothing is recorded but a track where none is chosen yet.
set -eu
cd "$(dirname "$0")/.."
kata=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
track=micro-12-week

"$kata" progress >/dev/null 2>&1 || "$kata" start $track >/dev/null
echo "kata is built. Here is what a check looks like, with a shipped solution as"
echo "the learner's file:"
echo
echo "    kata check $track:week06/transpose --file \\"
echo "        solutions/memory/transpose/transpose.cu --no-record"
echo
"$kata" check $track:week06/transpose --no-record \
    --file solutions/memory/transpose/transpose.cu
echo
echo "Now it is your turn. Put kata on your path, then begin:"
echo
echo "    export PATH=\"$(dirname "$kata"):\$PATH\""
echo "    kata next"
