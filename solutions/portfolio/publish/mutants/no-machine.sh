# rejected by: case file README.md: no-device (a time of which machine?)
sed -i 's/151 us, H200/151 us/' README.md
git commit -qam x
