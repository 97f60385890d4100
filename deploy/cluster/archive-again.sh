#!/bin/sh
# Patroni calls it as the user postgres when a node becomes the primary:
#   archive-again.sh CONFIG DATA on_role_change ROLE SCOPE
# A standby does not archive, and takes every segment that it received for archived. What its former primary completed and
# did not hand over before it died would be in no archive, and no moment after it could be restored. So each segment here
# that the archive does not have is handed over again.
set -eu
config=$1 data=$2 role=${4:-}
case $role in master | primary | promoted) ;; *) exit 0 ;; esac
cd "$data/pg_wal/archive_status"
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
ls | sed -n 's/^\([0-9A-F]\{24\}\)\.done$/\1/p' | sort > "$lists/here"
# The names of the archive: 24 digits, then a checksum. Where it cannot be asked, everything is handed over again; what it
# has already is compared and left.
pgbackrest --config="$config" --stanza=pematang repo-ls --recurse archive/pematang 2> "$lists/refused" |
  sed -n 's/^.*\/\([0-9A-F]\{24\}\)-[0-9a-f]\{40\}.*$/\1/p' | sort > "$lists/there" || : > "$lists/there"
if [ -s "$lists/refused" ]; then : > "$lists/there"; fi
comm -23 "$lists/here" "$lists/there" | while read -r segment; do
  mv "$segment.done" "$segment.ready" && echo "archive-again: $segment"
done
