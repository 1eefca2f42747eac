#!/bin/sh
# A real postfix for the checks, in a Debian tree of its own: nothing of this machine's /etc, /var or accounts is touched.
# It listens on 127.0.0.1 alone, offers STARTTLS and wants AUTH (user lab@localhost); every mail lands in one mbox file.
#
#   postfix.sh start    build the tree once (Debian packages, cached), forget old mail, and serve
#   postfix.sh down|up  stop serving, serve again: mail and queue stay
#   postfix.sh stop     stop serving, forget the mail; the tree stays for the next time
#   postfix.sh env      print what a client needs, as shell assignments
#
# Environment: PORT [19025], DISKVIGIL_CHECK_CACHE [${TMPDIR:-/var/tmp}/diskvigil-check]
# Needs root, mmdebstrap and unshare. Exit 0 done, 1 failed, 77 not possible here.
set -eu
PORT=${PORT:-19025}
cache=${DISKVIGIL_CHECK_CACHE:-${TMPDIR:-/var/tmp}/diskvigil-check}
base=$cache/postfix
root=$base/root
mailbox=$root/var/mail/root
log=$root/var/log/postfix.log

say() { echo "postfix: $*" >&2; }

possible() {
  [ "$(id -u)" = 0 ] || { say "skipped: needs root for a chroot of its own"; exit 77; }
  for tool in mmdebstrap unshare chroot; do
    command -v "$tool" >/dev/null || { say "skipped: $tool is not installed (apt-get install mmdebstrap util-linux)"; exit 77; }
  done
}

build() {
  [ -e "$base/built-1" ] && return
  say "building a Debian tree with postfix in $root (once)"
  rm -rf --one-file-system "$root"
  mkdir -p "$base"
  # shellcheck disable=SC1091  # this machine's own
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
  # shellcheck disable=SC2016  # expanded by the hook's shell
  timeout 200 mmdebstrap --quiet --variant=minbase --include=postfix,sasl2-bin,libsasl2-modules,openssl \
    --essential-hook='echo "postfix postfix/main_mailer_type select Local only" | chroot "$1" debconf-set-selections' \
    "$suite" "$root" >"$base/build.log" 2>&1 || { tail -n 20 "$base/build.log" >&2; say "build the tree: mmdebstrap failed"; exit 1; }
  date >"$base/built-1"
}

inside() { timeout 60 chroot "$root" "$@"; }

configure() {
  mkdir -p "$root/etc/tls" "$root/etc/postfix/sasl"
  # A CA and a certificate signed by it: what a site with its own CA has, so that caFile is tried for real.
  [ -s "$root/etc/tls/cert.pem" ] || inside sh -euc '
    cd /etc/tls
    openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=Diskvigil check CA" -keyout ca.key -out ca.pem
    openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out csr.pem
    printf "subjectAltName=DNS:localhost,IP:127.0.0.1\n" >ext
    openssl x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile ext -out cert.pem' 2>"$base/openssl.log"
  inside postconf -e inet_interfaces=127.0.0.1 inet_protocols=ipv4 myhostname=localhost mydestination=localhost,lab mynetworks= \
    maillog_file=/var/log/postfix.log smtpd_tls_cert_file=/etc/tls/cert.pem smtpd_tls_key_file=/etc/tls/key.pem \
    smtpd_tls_security_level=may smtpd_tls_auth_only=yes smtpd_sasl_auth_enable=yes smtpd_sasl_path=smtpd \
    smtpd_relay_restrictions=permit_sasl_authenticated,reject smtpd_recipient_restrictions=permit_sasl_authenticated,reject \
    default_transport=error:lab relay_transport=error:lab local_recipient_maps= home_mailbox= mailbox_command= \
    smtpd_client_connection_rate_limit=0 compatibility_level=3.6
  inside postconf -MX smtp/inet 2>/dev/null || true
  inside postconf -M# "$PORT/inet" 2>/dev/null || true
  inside postconf -Me "$PORT/inet=$PORT inet n - n - - smtpd"
  printf 'pwcheck_method: auxprop\nauxprop_plugin: sasldb\nmech_list: PLAIN LOGIN\n' >"$root/etc/postfix/sasl/smtpd.conf"
  echo labsecret | inside saslpasswd2 -p -c -u localhost lab
  chroot "$root" chgrp postfix /etc/sasldb2
  chmod 640 "$root/etc/sasldb2"
  [ -e "$root/etc/aliases" ] || : >"$root/etc/aliases"
  inside newaliases
  (umask 077 && echo labsecret >"$base/password")
  echo wrong >"$base/wrong-password"
  chmod 600 "$base/wrong-password"
}

serving() { grep -qi ":$(printf %04X "$PORT") 00000000:0000 0A" /proc/net/tcp; }

# The first process of the namespace, which is postfix's master once it serves; its root tells it from a stranger with that id.
# By inode: seen from inside a chroot, the link of another mount namespace reads differently.
running() {
  [ -s "$base/pid" ] && [ "$(stat -L -c %d:%i "/proc/$(cat "$base/pid")/root" 2>/dev/null)" = "$(stat -c %d:%i "$root")" ]
}

children() { cut -d" " -f1 <"/proc/$1/task/$1/children" 2>/dev/null || true; }

up() {
  running && return
  serving && { say "port $PORT is taken by another program"; exit 1; }
  rm -f "$root/var/spool/postfix/pid/master.pid"
  # In a process namespace of its own: when its first process dies, the kernel ends all of postfix.
  # shellcheck disable=SC2016  # expanded by that sh
  setsid unshare --mount --pid --fork sh -c \
    'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && exec chroot "$1" /usr/sbin/postfix start-fg' sh "$root" \
    >"$base/run.log" 2>&1 </dev/null &
  outer=$!
  tries=0
  until serving; do
    tries=$((tries + 1))
    if [ $tries -gt 150 ] || [ ! -d "/proc/$outer" ]; then
      cat "$base/run.log" "$log" >&2 2>/dev/null || true
      children "$outer" | xargs -r kill -KILL
      say "start postfix: nothing listens on 127.0.0.1:$PORT"
      exit 1
    fi
    sleep 0.1
  done
  children "$outer" >"$base/pid"
  say "serving on 127.0.0.1:$PORT"
}

down() {
  if running; then
    pid=$(cat "$base/pid")
    kill -KILL "$pid" 2>/dev/null || true
    tries=0
    while serving && [ $tries -lt 100 ]; do
      tries=$((tries + 1))
      sleep 0.1
    done
  fi
  rm -f "$base/pid"
}

case ${1:-} in
  start)
    possible
    build
    down
    configure
    rm -f "$mailbox" "$log"
    up
    ;;
  up) possible; up ;;
  down) down ;;
  stop) down; rm -f "$mailbox" ;;
  env)
    echo "POSTFIX_ADDRESS=127.0.0.1:$PORT"
    echo "POSTFIX_USER=lab@localhost"
    echo "POSTFIX_PASSWORD_FILE=$base/password"
    echo "POSTFIX_WRONG_PASSWORD_FILE=$base/wrong-password"
    echo "POSTFIX_CA_FILE=$root/etc/tls/ca.pem"
    echo "POSTFIX_MAILBOX=$mailbox"
    ;;
  *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
