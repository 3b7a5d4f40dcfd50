# Builds the function beside the version before, and compares results and times.
set -e
case "${1:-}" in
--wrong) variant=1 ;;
--slow) variant=2 ;;
*) variant=0 ;;
esac
cc -O1 -Wall -DVARIANT=$variant -o ci ci.c old.c new.c
./ci
