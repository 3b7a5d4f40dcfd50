# rejected by: case test bug: failed (the planted mistake does not compile)
sed -i 's,return n / threads;,return nothing;,' blocks.cu
