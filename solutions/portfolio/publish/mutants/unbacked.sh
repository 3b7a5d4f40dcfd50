# rejected by: case file */README.md: unsupported (a number without an attempt)
echo 'On another machine it took 90 us.' >>histogram/README.md
git commit -qam x
