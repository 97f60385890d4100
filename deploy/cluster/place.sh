#!/bin/sh
# Puts the files of a node, which `npm run cluster -- render` wrote, where Debian's units and the configuration look for
# them, each readable by the user that needs it:
#   place.sh FOLDER [KEYS]     as root, on the node or at the start of its container
# KEYS is a folder of the operator's files for an application node, which app.env names below /etc/pematang.
# Files and users that the node does not have are left out, so that it is one command for all nodes. A second run places changed ones.
set -eu
from=${1:?the folder of the node}
keys=${2:-}

# FILE OWNER MODE TARGET
# By a rename, so that a service that reads the file meanwhile gets the former one or the new one, whole.
place() {
  if [ -e "$from/$1" ] && getent passwd "$2" >/dev/null; then
    install -D -o "$2" -g "$2" -m "$3" "$from/$1" "$4.new"
    mv -f "$4.new" "$4"
  fi
}

place etcd.env root 600 /etc/default/etcd
place patroni.yml postgres 600 /etc/patroni/config.yml
place archive-again.sh root 755 /usr/local/lib/pematang/archive-again.sh
place pgbackrest.conf postgres 600 /etc/pgbackrest/pgbackrest.conf
place restore.conf postgres 600 /etc/pgbackrest/restore.conf
place backup-list root 755 /usr/local/bin/backup-list
place journal-upload.conf root 644 /etc/systemd/journal-upload.conf.d/pematang.conf
place 60-pematang.conf root 644 /etc/sysctl.d/60-pematang.conf
# It holds no secret, and HAProxy may run as another user.
place haproxy.cfg root 644 /etc/haproxy/haproxy.cfg
# systemd reads the settings of the application before it becomes its user.
place app.env root 600 /etc/pematang/app.env
place tls/authority.pem root 644 /etc/pematang/tls/authority.pem
place tls/node.pem root 644 /etc/pematang/tls/node.pem
# The operator's certificate for browsers, its chain and its key in one file; HAProxy reads it as root.
place tls/web.pem root 600 /etc/pematang/tls/web.pem
# Each reader of the key is a user of its own.
if [ -e "$from/app.env" ]; then reader=pematang; else reader=postgres; fi
place tls/node.key "$reader" 600 /etc/pematang/tls/node.key
place tls/node.key etcd 600 /etc/pematang/tls/etcd.key
# Where HAProxy looks for the key of node.pem.
place tls/node.key root 600 /etc/pematang/tls/node.pem.key
# Only where there is none: keys may have been added to it since.
[ -e /etc/pematang/data-keys ] || place data-keys pematang 600 /etc/pematang/data-keys
# What no render makes: keys of the audit trail, certificate of the platform, banks, ...
for file in "${keys:-/nowhere}"/*; do
  if [ -f "$file" ]; then install -D -o pematang -g pematang -m 600 "$file" "/etc/pematang/$(basename "$file")"; fi
done
