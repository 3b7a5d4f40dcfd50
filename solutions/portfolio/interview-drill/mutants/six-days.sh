# rejected by: case drill reduce-grid: new (passed six days before: that is no memory yet)
sed 's/passed: 1000,/passed: 21360,/' "$(dirname "$0")/../record.yaml" >record.yaml
