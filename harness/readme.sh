#!/bin/sh
# Writes the README's table of exercises anew, from `kata bank`: one row a topic,
# with the exercises that run code of the learner.
#
#   sh harness/readme.sh KATA [README]
set -eu
kata=$1 readme=${2:-README.md}
table=$(mktemp) new=$(mktemp)
trap 'rm -f "$table" "$new"' EXIT
"$kata" bank --json >"$new"
sqlite3 :memory: >"$table" "
    SELECT '| ' || topic || ' | ' || group_concat(id, ', ') || ' |'
    FROM (SELECT key, value ->> 'topic' AS topic, value ->> 'id' AS id
          FROM json_each(readfile('$new'), '\$.exercises')
          WHERE value ->> 'here'
            AND value ->> 'kind' IN ('cuda', 'c', 'program', 'triton', 'python',
                                'profile')
          ORDER BY key)
    GROUP BY topic ORDER BY min(key)"
[ -s "$table" ]
awk -v table="$table" '
    /^\| \| exercises \|$/ { print; getline; print; kept = 1
        while ((getline row < table) > 0) print row
        next }
    kept && /^\|/ { next }
    { kept = 0; print }' "$readme" >"$new"
cat "$new" >"$readme"
