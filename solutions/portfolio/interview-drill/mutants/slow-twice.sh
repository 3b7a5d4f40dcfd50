# rejected by: case drill compact: slow (the second time, too)
sed 's/solved: 52033/solved: 52043/' "$(dirname "$0")/../record.yaml" >record.yaml
