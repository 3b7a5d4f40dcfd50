# rejected by: case test stale: failed (a verdict about times of two machines)
sed -i '/STALE/d' compare.sh
echo '[ "$(head -n 1 "$1")" = "$(head -n 1 "$2")" ] || { echo STALE; exit 1; }' >>compare.sh
sed -i 's/^}'"'"'$/}'"'"' || exit 1/' compare.sh
