import { chownSync, closeSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../data-folder.ts'
import { errorMessage } from '../error-facts.ts'
import { EmbeddedPostgresError } from '../errors.ts'
import { firstClosedFolder, type ServerUser } from '../server-user.ts'

/**
 * The folders of one database in the backup folder. Their names contain its system identifier, so that a new database
 * never mixes its log with that of another.
 */
export type Archive = { wal: string; base: string }

export const archiveOf = (backupFolder: string, system: string): Archive => ({
  wal: path.join(backupFolder, system, 'wal'),
  base: path.join(backupFolder, system, 'base'),
})

/** The system identifier that initdb gave to a cluster; it is the first field of its control file. */
export function systemOf(cluster: string): string {
  const fd = openSync(path.join(cluster, 'global', 'pg_control'), 'r')
  try {
    const field = Buffer.alloc(8)
    readSync(fd, field, 0, 8, 0)
    return field.readBigUInt64LE().toString()
  } finally {
    closeSync(fd)
  }
}

/** The longest time in seconds until a change is in the archive, unless the machine fails. */
const ARCHIVE_SECONDS = 60

/**
 * Makes the archive's folder and the script that PostgreSQL calls for each finished segment.
 *
 * @returns the flags that switch the archive on
 * @throws {EmbeddedPostgresError} when the folder cannot be made, or not entered by the server's user
 */
export function archiveFlags(
  place: { dataDir: string; cluster: string; backupFolder: string },
  user: ServerUser,
): string[] {
  const { wal } = archiveOf(path.resolve(place.backupFolder), systemOf(place.cluster))
  try {
    makeFolder(path.dirname(wal), user.ids.uid === undefined ? 0o700 : 0o711)
    mkdirSync(wal, { recursive: true, mode: 0o700 })
    if (user.ids.uid !== undefined) chownSync(wal, user.uid, user.gid)
  } catch (error) {
    throw new EmbeddedPostgresError(`The archive ${wal} cannot be made: ${errorMessage(error)}`, {
      cause: error,
    })
  }
  const closed = firstClosedFolder(wal, user)
  if (closed !== null)
    throw new EmbeddedPostgresError(
      `The archive of the database lies in ${closed}, which its user cannot enter: name another BACKUP_FOLDER.`,
    )
  const script = path.join(place.dataDir, 'archive-segment.sh')
  writeScript(script, archiveScript(wal))
  const command = `/bin/sh ${quoted(script)} "%p" "%f"`
  return asFlags({
    archive_mode: 'on',
    archive_command: command,
    archive_timeout: String(ARCHIVE_SECONDS),
  })
}

/**
 * Writes the script with which a recovering server fetches segments, next to its cluster.
 * @returns the command for it
 */
export function restoreCommand(dataDir: string, wal: string): string {
  const script = path.join(dataDir, 'restore-segment.sh')
  writeScript(script, restoreScript(wal))
  return `/bin/sh ${quoted(script)} "%p" "%f"`
}

function writeScript(file: string, text: string): void {
  const draft = `${file}.draft-${process.pid}`
  writeFileSync(draft, text, { mode: 0o755 })
  renameSync(draft, file)
}

/** A path quoted as one shell word, for a setting in which PostgreSQL expands percent signs. */
const quoted = (text: string): string => shellWord(text).replaceAll('%', '%%')
const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export const asFlags = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * A segment is compressed under a temporary name, flushed, and only then linked to its own name: the link fails if the
 * name exists, so nothing is ever replaced. An existing file with the same content was archived before a crash.
 */
const archiveScript = (wal: string): string => `#!/bin/sh
# Called by PostgreSQL for each finished segment; any end but 0 makes it keep the segment and try again.
set -u
from=$1
name=$2
folder=${shellWord(wal)}
fail() {
  echo "archive of $name failed: $1" >&2
  rm -f "$folder/.$name".*
  exit 1
}
[ -d "$folder" ] || fail "the folder $folder is not there"
if [ -e "$folder/$name.gz" ]; then
  gzip -dc "$folder/$name.gz" | cmp -s - "$from" || fail "another file of this name is archived, and is not replaced"
  sync "$folder/$name.gz" "$folder" || fail "it cannot be flushed"
  exit 0
fi
rm -f "$folder/.$name".*
draft=$folder/.$name.$$
gzip -1 -c "$from" > "$draft" || fail "it cannot be written to $folder (is the disk full?)"
sync "$draft" || fail "it cannot be flushed (is the disk full?)"
ln "$draft" "$folder/$name.gz" || fail "it cannot be put in place"
rm -f "$draft"
sync "$folder" || fail "the folder cannot be flushed"
`

/** An exit above 125 ends the recovery: a damaged segment must not look like the end of the archive. */
const restoreScript = (wal: string): string => `#!/bin/sh
set -u
file=${shellWord(wal)}/$2.gz
[ -e "$file" ] || exit 1
gzip -dc "$file" > "$1" || exit 126
`
