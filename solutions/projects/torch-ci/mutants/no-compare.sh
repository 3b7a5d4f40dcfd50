# rejected by: case bash ci.sh --wrong (a wrong result passes)
sed -i 's/before() != now_at_hand()/0/' ci.c
