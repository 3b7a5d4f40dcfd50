# Every save is noticed, whichever way an editor saves, and none twice.
. "$REGRESS/lib.sh"
need_nvcc
command -v python3 >/dev/null || skip "no python3 to make a terminal with"
kata start toy >/dev/null
kata next >/dev/null
PYTHONDONTWRITEBYTECODE=1 python3 "$REGRESS/../screen/saves.py" "$KATA" 40 ||
    exit 1
