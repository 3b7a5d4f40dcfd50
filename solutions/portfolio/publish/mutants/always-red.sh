# rejected by: case run make test: failed (a test that fails)
sed -i 's/ok = 1/ok = 0/' histogram/test_histogram.c
git commit -qam x
