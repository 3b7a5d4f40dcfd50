# kata list alone on a terminal: keys, filters, a reset, signals, sizes.
. "$REGRESS/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make a terminal with"
kata start toy >/dev/null
PYTHONDONTWRITEBYTECODE=1 python3 "$REGRESS/../screen/list.py" "$KATA" ||
    exit 1
