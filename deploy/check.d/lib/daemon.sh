#!/bin/bash
# For the checks, to be sourced from the root of the source tree: a place of their own, the real daemon in it, and waits that
# end by a condition or fail. Everything started from here bears a mark in its environment; the end of the check kills it all.
set -euo pipefail

place=$(mktemp -d "${TMPDIR:-/tmp}/diskvigil-check.XXXXXX")
export DISKVIGIL_CHECK_MARK="$place"
export DISKVIGIL_TMPDIR="$place/tmp"
# shellcheck disable=SC2034  # for who sources this
state=$place/state
log=$place/daemon.log
mkdir "$place/tmp"
endings=()

family() { # the processes that bear the mark, this shell's own aside
  local found
  found=$(grep -lsz "^DISKVIGIL_CHECK_MARK=$place\$" /proc/[0-9]*/environ | cut -d / -f 3) || :
  for found in $found; do
    case $(cut -d ' ' -f 4,5 "/proc/$found/stat" 2>/dev/null) in "$$ "* | '') continue ;; esac
    echo "$found"
  done
}

at_end() { endings=("$1" "${endings[@]}"); } # at_end COMMAND: what else to undo, newest first

finish() {
  local status=$? pids ending
  trap '' INT TERM HUP
  for ending in "${endings[@]}"; do $ending >/dev/null 2>&1 || :; done
  pids=$(jobs -p; family)
  # shellcheck disable=SC2086  # a list of process ids
  [ -z "$pids" ] || kill -KILL $pids 2>/dev/null || :
  wait 2>/dev/null || :
  rm -rf --one-file-system "$place"
  exit $status
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

say() { printf '%s %s\n' "$(date +%T)" "$*"; }
skip() { echo "skipped: $*"; exit 77; }
fail() { # fail WHY: with what the daemon said last
  echo "FAILED: $*"
  [ ! -s "$log" ] || { echo "--- the daemon's log ends:"; tail -n 30 "$log"; }
  exit 1
}
need() { # need COMMAND...
  local command
  for command; do command -v "$command" >/dev/null || skip "$command is missing"; done
}

within() { # within SECONDS WHAT COMMAND...: fails the check unless the command succeeds in that time
  local deadline=$(($(date +%s) + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$(date +%s)" -lt "$deadline" ] || fail "not in time: $what"
    sleep 0.2
  done
}

free_port() { # a port below those that the kernel gives to clients, on which nobody listens
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    grep -qi ":$(printf %04X $port) [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6 2>/dev/null || break
  done
  echo $port
}

built() { [ -f target/quarkus-app/quarkus-run.jar ] || skip "not built: no target/quarkus-app/quarkus-run.jar"; }

make_drives() { # make_drives NAME...: those of the demo in $place/drives, seen through $place/fakedrive.so
  [ -x /usr/sbin/smartctl ] || skip "/usr/sbin/smartctl is missing"
  need gcc
  mkdir -p "$place/drives"
  local name
  for name; do cp "deploy/demo/drives/$name" "$place/drives/"; done
  gcc -O2 -shared -fPIC -o "$place/fakedrive.so" deploy/demo/fakedrive.c -ldl
  export DISKVIGIL_DEMO="$place"
}

change() { # change DRIVE SED_SCRIPT: the next command sees all of it or nothing
  sed -E "$2" "$place/drives/$1" >"$place/drive.new"
  mv "$place/drive.new" "$place/drives/$1"
}

program=deploy/diskvigil
as=() # how to become another user
daemon=
start_daemon() { # in the background, with $place/diskvigil.yaml; $daemon is its process, its output is added to $log
  # With the SIGINT that a shell takes from its background, as in a terminal.
  env --default-signal=INT "${as[@]}" "$program" --config "$place/diskvigil.yaml" run >>"$log" 2>&1 </dev/null &
  daemon=$!
}

is_gone() { ! kill -0 "$1" 2>/dev/null; }

answers() { curl -fsS --max-time 5 "http://127.0.0.1:$port$1" 2>/dev/null; }

is_ready() {
  ! is_gone "$daemon" || fail "the daemon ended before it was ready"
  answers /health/ready >/dev/null
}

kill_daemon() { # without a chance to tidy up
  kill -KILL "$daemon" 2>/dev/null || :
  wait "$daemon" 2>/dev/null || :
}

# stop_daemon SIGNAL: asks it to end, which takes 5 s at most; $ended is its exit status.
ended=
stop_daemon() {
  local from
  from=$(date +%s%N)
  kill "-$1" "$daemon"
  within 5 "the daemon ends after SIG$1" is_gone "$daemon"
  ended=0
  wait "$daemon" || ended=$?
  say "ended by SIG$1 after $((($(date +%s%N) - from) / 1000000)) ms with status $ended"
}

metric() { # metric SERIES: its value on /metrics; SERIES is a name, or a name and what its labels hold
  answers /metrics | awk -v name="${1%%[\{]*}" -v part="${1#"${1%%[\{]*}"}" '
    BEGIN { gsub(/[{}]/, "", part) }
    { label = $1; sub(/[{ ].*/, "", label) }
    label == name && index($0, part) && !found { print $NF; found = 1 }' # to the end, or curl complains of its reader
}
metric_holds() { local value; value=$(metric "$1") && [ "$value" ] && awk "BEGIN { exit !($value $2 $3) }"; } # SERIES OPERATOR NUMBER
