# rejected by: case file README.md: missing-text (not a word on perf, which is neither here nor missed)
sed -i "s/perf is not in this container: //" README.md
