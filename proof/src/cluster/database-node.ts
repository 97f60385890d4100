import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mountDisk } from '../machine-faults/disks.ts'
import { archivingFile } from '../../../deploy/cluster/backup/configuration.ts'
import { certificateFilesIn, issueCertificate } from '../../../deploy/cluster/certificates.ts'
import { type DatabaseFolders, etcdFile, patroniFile } from '../../../deploy/cluster/configuration.ts'
import { archiveAgain, databaseUser } from '../../../deploy/cluster/database-programs.ts'
import { readEnvironment } from '../../../deploy/cluster/template.ts'
import { startDaemon } from './daemons.ts'
import { clockVariables, prepareClock } from './clock.ts'
import type { Node } from '../../../deploy/cluster/layout.ts'
import type { ClusterState } from './state.ts'

/** Bytes of the disk of a database node: a file that takes only what is written. */
const diskBytes = 6 * 2 ** 30

/** Where the disk of a database node is mounted, on which PostgreSQL's data and nothing else is. */
export const diskOf = ({ folder }: ClusterState, { name }: Pick<Node, 'name'>): string =>
  path.join(folder, name, 'disk')

/** The folder of the authority that issues the certificates of this cluster. */
export const authorityFolder = ({ folder }: Pick<ClusterState, 'folder'>): string =>
  path.join(folder, 'authority')

type Files = DatabaseFolders & { etcdEnvironment: string; patroni: string; logs: string; locks: string }

/** The files of a database node on this machine. */
export function databaseFilesOf({ folder }: Pick<ClusterState, 'folder'>, { name }: Node): Files {
  const at = (part: string) => path.join(folder, name, part)
  return {
    etcd: at('etcd'),
    postgres: at('disk/postgres'),
    sockets: at('run'),
    passwordFile: at('pgpass'),
    etcdEnvironment: at('etcd.env'),
    patroni: at('patroni.yml'),
    backupConfig: at('pgbackrest.conf'),
    // The user postgres need not reach the checkout.
    archiveAgain: at('archive-again.sh'),
    certificate: certificateFilesIn(at('tls')),
    etcdKey: at('tls/node.key'),
    logs: at('log'),
    locks: at('locks'),
  }
}

/** Mounts the disk of a database node and writes its configuration, readable only by the user that runs it. */
export async function prepareDatabaseNode(state: ClusterState, node: Node): Promise<void> {
  const files = databaseFilesOf(state, node)
  const { layout, secrets, safety } = state
  for (const folder of [files.etcd, files.sockets, files.logs, files.locks])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const write = (file: string, text: string, mode = 0o600) => writeFileSync(file, text, { mode })
  write(files.etcdEnvironment, etcdFile(layout, node, secrets, files))
  const options = { safety, sharedBuffers: '128MB', walKeepSize: '512MB' }
  write(files.patroni, patroniFile(layout, node, secrets, files, options))
  write(
    files.backupConfig,
    archivingFile(
      layout,
      node,
      { ...files, config: files.backupConfig },
      {
        data: files.postgres,
        sockets: files.sockets,
        repositoryConfig: path.join(state.folder, layout.backup.name, 'pgbackrest.conf'),
      },
    ),
  )
  write(files.archiveAgain, readFileSync(archiveAgain, 'utf8'), 0o700)
  await issueCertificate(authorityFolder(state), node, path.dirname(files.certificate.key))
  await mountDisk(path.join(state.folder, `${node.name}.disk`), diskOf(state, node), diskBytes)
  await prepareClock(state, node)
  execFileSync('chown', ['-R', `${databaseUser}:${databaseUser}`, path.join(state.folder, node.name)])
}

/** Starts etcd, Patroni, which starts PostgreSQL, and the server that lets the backup host copy it. Data of an earlier run is used again. */
export function startDatabaseNode(state: ClusterState, node: Node): void {
  startEtcd(state, node)
  const { patroni, backupConfig } = databaseFilesOf(state, node)
  startDaemon(state.folder, node, {
    name: 'patroni',
    program: '/usr/bin/patroni',
    args: [patroni],
    user: databaseUser,
    env: clockVariables(state, node),
  })
  startDaemon(state.folder, node, {
    name: 'pgbackrest',
    program: '/usr/bin/pgbackrest',
    args: ['server', `--config=${backupConfig}`],
    user: databaseUser,
  })
}

function startEtcd(state: ClusterState, node: Node): void {
  const { etcdEnvironment } = databaseFilesOf(state, node)
  const env = readEnvironment(readFileSync(etcdEnvironment, 'utf8'))
  startDaemon(state.folder, node, {
    name: 'etcd',
    program: '/usr/bin/etcd',
    args: [],
    user: databaseUser,
    env,
  })
}

/** The process id of a node's PostgreSQL. */
export function postmasterOf(state: ClusterState, node: Node): number {
  const file = path.join(databaseFilesOf(state, node).postgres, 'postmaster.pid')
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}
