# rejected by: case test faster: failed (a faster kernel is flagged, too)
sed -i 's/change > limit/change > limit || change < -limit/' compare.sh
