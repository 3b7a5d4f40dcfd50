#!/bin/sh
# make demo, after the build: starts a track, checks a shipped solution, says
# what to type next. Harmless to repeat: nothing is recorded but the track.
set -eu
kata=$1
cd "$(dirname "$0")/.."

"$kata" start micro-12-week >/dev/null
echo "kata is built. Here is what a check looks like, with the shipped solution"
echo "of this exercise as the learner's file:"
echo
"$kata" check week06/transpose --no-record \
    --file solutions/memory/transpose/transpose.cu
echo
echo "Now it is your turn. Put kata on your path, then begin:"
echo
echo "    export PATH=\"$(pwd)/$(dirname "$kata"):\$PATH\""
echo "    kata next"
