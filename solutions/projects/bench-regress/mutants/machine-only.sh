# rejected by: case test stale: failed (another operation on the same machine is compared)
sed -i 's/"$(head -n 1 "$1")" = "$(head -n 1 "$2")"/"$(head -n 1 "$1" | cut -d" " -f3)" = "$(head -n 1 "$2" | cut -d" " -f3)"/' compare.sh
