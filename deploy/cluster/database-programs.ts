import path from 'node:path'

/** The user that Debian's packages create for PostgreSQL; it runs Patroni, pgBackRest. */
export const databaseUser = 'postgres'
/** What a new primary runs; it says itself why. */
export const archiveAgain = path.join(import.meta.dirname, 'archive-again.sh')
/** Signs what is in the repository of backups. */
export const backupList = path.join(import.meta.dirname, '../machine/backup-list')
