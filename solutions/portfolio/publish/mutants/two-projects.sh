# rejected by: case file */README.md: missing (two of three)
git rm -rq histogram
git commit -qam x
