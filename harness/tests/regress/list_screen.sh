# kata list alone on a terminal: keys, filters, a reset, signals, sizes.
. "$REGRESS/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make a terminal with"
# With an exercise that the track does not have.
cp -r "$TOY" root
chmod -R u+w root
export KATA_ROOT=$PWD/root
cp -r root/exercises/basics/pass root/exercises/basics/spare
cp -r root/solutions/basics/pass root/solutions/basics/spare
sed -i 's/^title: .*/title: Kept aside/; /^covers:/d' root/exercises/basics/spare/exercise.yaml
kata start toy >/dev/null
PYTHONDONTWRITEBYTECODE=1 python3 "$REGRESS/../screen/list.py" "$KATA" ||
    exit 1
