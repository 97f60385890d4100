import type { ClusterState } from '../state.ts'
import { onBackupNode } from './node.ts'

export type Backup = {
  label: string
  type: string
  seconds: number
  databaseBytes: number
  repositoryBytes: number
}

type Info = {
  backup: {
    label: string
    type: string
    timestamp: { start: number; stop: number }
    info: { size: number; delta: number; repository: { size: number; delta: number } }
  }[]
}

/** The backups in the repository, the oldest first. */
export async function backupsOf(state: ClusterState): Promise<Backup[]> {
  const [info] = JSON.parse(await onBackupNode(state, ['info', '--output=json'])) as Info[]
  return (info?.backup ?? []).map(({ label, type, timestamp, info: { size, repository } }) => ({
    label,
    type,
    seconds: timestamp.stop - timestamp.start,
    databaseBytes: size,
    repositoryBytes: repository.delta,
  }))
}

/**
 * Copies the running database beside its traffic, and waits until the log that belongs to the copy is archived.
 * @param type the whole database, or what has changed since the last backup
 * @throws with pgBackRest's sentence, for example that there is no primary
 */
export async function makeBackup(state: ClusterState, type: 'full' | 'incr'): Promise<Backup> {
  await onBackupNode(state, ['backup', `--type=${type}`])
  const made = (await backupsOf(state)).at(-1)
  if (!made) throw new Error('pgBackRest made a backup and does not list it.')
  return made
}

export const describeBackup = ({ label, type, seconds, databaseBytes, repositoryBytes }: Backup): string =>
  `${label} (${type}): ${mebibytes(databaseBytes)} MiB of database, ${mebibytes(repositoryBytes)} MiB in the repository, ${seconds} s`

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)
