# rejected by: case drill reduce-grid: helped (a hint on the way)
sed 's/solved: 30041/solved: 30041, helped: 1/' "$(dirname "$0")/../record.yaml" >record.yaml
