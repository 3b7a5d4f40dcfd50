#!/usr/bin/env bash
# Do the simulated H200's verdicts and medals hold on an H200? Judges the honest
# kernels of honest/ and compares with honest/h200.tsv, which a GPU has judged.
#
#   bash harness/tests/model/honest.sh KATA [FILE...]     as in saxpy-2
#
# A line for each kernel that differs, then how many of all agree in verdict, in
# medal, and within 10 points in the per cent of the gate on time. Four minutes.
set -eu
kata=$(realpath "$1")
repo=$(cd "$(dirname "$0")/../../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export KATA_ROOT=$repo KATA_DB=$tmp/record.db KATA_WORK=$tmp/work KATA_EDITS=0
only=" ${*:2} "
while IFS=$'\t' read -r file verdict medal percent; do
    case $file in \#*) continue ;; esac
    [ "$only" = "  " ] || [[ $only == *" $file "* ]] || continue
    id=${file%-*}
    mkdir -p "$tmp/$file"
    cp "$repo/harness/tests/model/honest/$file.cu" "$tmp/$file/$id.cu"
    "$kata" check "$id" --on sim --gpu h200 --json --no-record \
        --file "$tmp/$file/$id.cu" >"$tmp/c.json" || true
    python3 - "$file" "$verdict" "$medal" "$percent" "$tmp/c.json" <<'END'
import json, sys
file, verdict, medal, percent, path = sys.argv[1:]
d = json.load(open(path))
timed = [g for g in d["gates"] if g["metric"] in ("bandwidth", "fraction_of_cublas")]
mine = 100 * timed[0]["value"] if timed and timed[0]["value"] else 0.0
print(file, verdict, medal, percent, d["verdict"], d.get("medal") or "-", "%.1f" % mine)
END
done <"$repo/harness/tests/model/honest/h200.tsv" | awk '
    { n++; v += $2 == $5; m += $2 == $5 && $3 == $6
      far = $7 - $4; if (far < 0) far = -far; near += far <= 10
      if ($2 != $5 || $3 != $6 || far > 10)
          printf "%-22s H200 %s %s %s %%, modelled %s %s %s %%\n", $1, $2, $3, $4, $5, $6, $7 }
    END { printf "of %d: verdict %d, medal %d, within 10 points %d\n", n, v, m, near }'
