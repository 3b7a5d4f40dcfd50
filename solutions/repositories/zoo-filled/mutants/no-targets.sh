# rejected by: case file README.md: missing-part (kernels that are fast, and no word on how fast they have to be)
sed -i '/^## Targets/,$ d' README.md
