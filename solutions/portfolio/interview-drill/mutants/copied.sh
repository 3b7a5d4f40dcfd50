# rejected by: case drill reduce-shuffle: copied (the old file, put back by kata undo)
sed 's/solved: 12015/solved: 12015, same: attempt 3/' "$(dirname "$0")/../record.yaml" >record.yaml
