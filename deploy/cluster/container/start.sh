#!/bin/sh
# The start of a container: places the files of its node as on a machine, then becomes the user of its part.
#   start.sh USER COMMAND...       the files are below /node, and those of the operator below /secrets
set -eu
user=$1
shift
/opt/pematang/deploy/cluster/place.sh /node /secrets
# Volumes that a container engine made belong to root, unless it copied the folder of the image.
for folder in /var/lib/etcd:etcd /var/lib/postgresql:postgres /var/lib/pgbackrest:postgres /var/lib/pematang:pematang; do
  if [ -d "${folder%:*}" ]; then chown "${folder#*:}:" "${folder%:*}"; fi
done
# Debian makes it when a machine starts; sockets and the locks of pgBackRest are in it.
install -d -o postgres -g postgres -m 2775 /run/postgresql
if [ "$user" = root ]; then exec "$@"; fi
HOME=$(getent passwd "$user" | cut -d: -f6)
export HOME
exec setpriv --reuid "$user" --regid "$user" --init-groups -- "$@"
