# rejected by: case test dates: failed (of which day?)
sed -i 's/On 2026-11-18, //' histogram/README.md
git commit -qam x
