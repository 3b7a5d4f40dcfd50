# rejected by: case drill layernorm: unsolved (begun and left)
sed 's/, solved: 31030//' "$(dirname "$0")/../record.yaml" >record.yaml
