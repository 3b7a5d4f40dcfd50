# rejected by: case drill softmax-online: copied (kata's solution, typed off)
sed "s/solved: 30530/solved: 30530, same: kata's solution/" "$(dirname "$0")/../record.yaml" >record.yaml
