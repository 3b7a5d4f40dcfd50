# rejected by: case test wrong: failed (a wrong result passes)
sed -i 's/before() != now_at_hand()/0/' ci.c
