# What `cargo test` printed, in short: the sums, and every failed test with the end of what it said. It comes last, since
# a long log may be cut wherever it is shown.
/^the tests in / { browser = " in " $4 }
/^(successes|failures):$/ { part = $1; test = ""; next }
/^test result:/ { passed += $4; failed += $6; part = ""; next }
/^(error|warning)/ { wrong = /^error/ }
part == "" && (/^error(:|\[)/ || wrong && /^ +(-->|`-|process didn't exit)/) { errors = errors "\n" substr($0, 1, 300) }
part != "failures:" || /^(note: run with|console: WARNING|$)/ { next }
/^---- .* ----$/ { test = substr($0, 6, length($0) - 10); sub(/ stdout$/, "", test); said[test] = ""; next }
test == "" { list = list "\n" substr($0, 5) browser said[substr($0, 5)]; next }
/panicked at/ { lines[test] = 0; said[test] = "" } # of several attempts the last
lines[test]++ < 6 { said[test] = said[test] "\n    " substr($0, 1, 300) }
END {
    print passed + 0 " passed, " failed + 0 " failed"
    if (errors) print "\nerrors:" errors
    if (list) print "\nfailed:" list
}
