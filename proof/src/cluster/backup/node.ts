import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { repositoryFile, restoreFile } from '../../../../deploy/cluster/backup/configuration.ts'
import { certificateFilesIn, issueCertificate } from '../../../../deploy/cluster/certificates.ts'
import { startDaemon } from '../daemons.ts'
import { databaseUser as user } from '../../../../deploy/cluster/database-programs.ts'
import { authorityFolder, databaseFilesOf } from '../database-node.ts'
import { namespaceOf } from '../network.ts'
import { run } from '../../../../deploy/cluster/run.ts'
import type { ClusterState } from '../state.ts'

export const backupProgram = '/usr/bin/pgbackrest'
export const stanza = 'pematang'

export function repositoryFilesOf({ folder, layout: { backup } }: Pick<ClusterState, 'folder' | 'layout'>) {
  const at = (part: string) => path.join(folder, backup.name, part)
  return {
    config: at('pgbackrest.conf'),
    restoreConfig: at('restore.conf'),
    logs: at('log'),
    locks: at('locks'),
    repository: at('repository'),
    certificate: certificateFilesIn(at('tls')),
  }
}

/** Writes the configuration of the backup host and starts pgBackRest's server, to which the databases hand their log. */
export async function startBackupNode(state: ClusterState): Promise<void> {
  const { layout, secrets } = state
  const { backup, databases } = layout
  const files = repositoryFilesOf(state)
  for (const folder of [files.logs, files.locks, files.repository])
    mkdirSync(folder, { recursive: true, mode: 0o750 })
  await issueCertificate(authorityFolder(state), backup, path.dirname(files.certificate.key))
  const copied = databases.map((node) => {
    const { postgres, sockets, backupConfig } = databaseFilesOf(state, node)
    return { ...node, data: postgres, sockets, config: backupConfig }
  })
  writeFileSync(files.config, repositoryFile(layout, copied, secrets, files), { mode: 0o600 })
  writeFileSync(files.restoreConfig, restoreFile(secrets, files), { mode: 0o600 })
  execFileSync('chown', ['-R', `${user}:${user}`, path.join(state.folder, backup.name)])
  startDaemon(state.folder, backup, {
    name: 'pgbackrest',
    program: backupProgram,
    args: ['server', `--config=${files.config}`],
    user,
  })
}

/**
 * Runs a command of pgBackRest on the backup host.
 * @returns its output
 * @throws with its error output
 */
export const onBackupNode = (state: ClusterState, args: readonly string[]): Promise<string> =>
  run('ip', [
    'netns',
    'exec',
    namespaceOf(state.layout.backup),
    'setpriv',
    '--reuid',
    user,
    '--regid',
    user,
    '--init-groups',
    '--',
    backupProgram,
    `--config=${repositoryFilesOf(state).config}`,
    `--stanza=${stanza}`,
    ...args,
  ])
