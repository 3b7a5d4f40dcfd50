# rejected by: case test short_times: failed (a limit in microseconds)
sed -i 's/change > limit/new - old > limit/' compare.sh
