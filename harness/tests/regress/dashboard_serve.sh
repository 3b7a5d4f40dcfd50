# The dashboard served: to this machine, under its own name, and made anew for
# each request.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
record_pass copy v 100

"$KATA" dashboard --serve 0 >serve.txt 2>&1 &
server=$!
trap 'kill $server 2>/dev/null' EXIT
for _ in $(seq 100); do
    grep -q http serve.txt && break
    sleep 0.1
done
port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/.*|\1|p' serve.txt)
[ -n "$port" ] || fail "it does not listen: $(cat serve.txt)"

# ask METHOD PATH HOST: the answer goes to answer.txt
ask() {
    exec 3<>"/dev/tcp/127.0.0.1/$port" || fail "no connection"
    printf '%s %s HTTP/1.1\r\nHost: %s\r\n\r\n' "$1" "$2" "$3" >&3
    cat <&3 >answer.txt
    exec 3>&-
    echo "$1 $2 for $3: $(head -1 answer.txt | tr -d '\r')"
}
says() { grep -qF -- "$1" answer.txt || fail "the answer does not say: $1"; }
says_no() { ! grep -qF -- "$1" answer.txt || fail "the answer says: $1"; }

ask GET / "127.0.0.1:$port"
says "HTTP/1.1 200"
says "frame-ancestors 'none'"
says "<meta http-equiv=\"refresh\""
says "100 us"

# What was recorded meanwhile is in the next one; an idle connection keeps
# nobody waiting.
exec 4<>"/dev/tcp/127.0.0.1/$port"
record_pass copy v 70
ask GET / "localhost:$port"
says "70.0 us"
exec 4>&-

ask GET / "evil.example:$port"
says "HTTP/1.1 403"
says_no "copy"
ask GET "/../progress.db" "localhost:$port"
says "HTTP/1.1 404"
says_no "SQLite"
ask POST / "localhost:$port"
says "HTTP/1.1 405"

# Its port cannot be had twice; it listens on the loopback alone.
run kata dashboard --serve "$port"
status 5
err "--serve"
hex=$(printf '%04X' "$port")
grep -qi " 0100007F:$hex 00000000:0000 0A" /proc/net/tcp ||
    fail "it does not listen on 127.0.0.1"
grep -qi " 00000000:$hex 00000000:0000 0A" /proc/net/tcp &&
    fail "it listens on every address"

kill -INT $server
wait $server
same $? 0

run kata dashboard 99
status 2
run kata dashboard --serve 70000
status 2
run kata dashboard --serve 0 --out x.html
status 2
