# rejected by: case drill softmax-online: new (solved for the first time)
sed 's/passed: 7000, //' "$(dirname "$0")/../record.yaml" >record.yaml
