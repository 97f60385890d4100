import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mountDisk } from '../machine-faults/disks.ts'
import { type DatabaseFolders, etcdFile, patroniFile } from './configuration.ts'
import { readEnvironment, startDaemon } from './daemons.ts'
import { clockVariables, prepareClock } from './clock.ts'
import type { Node } from './layout.ts'
import type { ClusterState } from './state.ts'

/** The user that Debian's packages create for PostgreSQL; it runs Patroni and, here, etcd. */
const user = 'postgres'
/** Bytes of the disk of a database node: a file that takes only what is written. */
const diskBytes = 6 * 2 ** 30

/** The program that starts Patroni; it says itself what it changes. */
export const patroniLauncher = path.join(import.meta.dirname, 'steady-patroni.py')

/** Where the disk of a database node is mounted, on which PostgreSQL's data and nothing else is. */
export const diskOf = ({ folder }: ClusterState, { name }: Pick<Node, 'name'>): string =>
  path.join(folder, name, 'disk')

type Files = DatabaseFolders & { etcdEnvironment: string; patroni: string }

function filesOf({ folder }: ClusterState, { name }: Node): Files {
  const at = (part: string) => path.join(folder, name, part)
  return {
    etcd: at('etcd'),
    postgres: at('disk/postgres'),
    sockets: at('run'),
    passwordFile: at('pgpass'),
    etcdEnvironment: at('etcd.env'),
    patroni: at('patroni.yml'),
  }
}

/** Mounts the disk of a database node and writes its configuration, readable only by the user that runs it. */
export async function prepareDatabaseNode(state: ClusterState, node: Node): Promise<void> {
  const files = filesOf(state, node)
  const { layout, secrets, safety } = state
  for (const folder of [files.etcd, files.sockets]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const write = (file: string, text: string) => writeFileSync(file, text, { mode: 0o600 })
  write(files.etcdEnvironment, etcdFile(layout, node, secrets, files))
  write(
    files.patroni,
    patroniFile(layout, node, secrets, files, { safety, sharedBuffers: '128MB', walKeepSize: '512MB' }),
  )
  await mountDisk(path.join(state.folder, `${node.name}.disk`), diskOf(state, node), diskBytes)
  await prepareClock(state, node)
  execFileSync('chown', ['-R', `${user}:${user}`, path.join(state.folder, node.name)])
}

/** Starts etcd and Patroni, which starts PostgreSQL. Data of an earlier run is used again. */
export function startDatabaseNode(state: ClusterState, node: Node): void {
  startEtcd(state, node)
  const { patroni } = filesOf(state, node)
  startDaemon(state.folder, node, {
    name: 'patroni',
    program: '/usr/bin/python3',
    args: [patroniLauncher, patroni],
    user,
    env: clockVariables(state, node),
  })
}

function startEtcd(state: ClusterState, node: Node): void {
  const { etcdEnvironment } = filesOf(state, node)
  const env = readEnvironment(readFileSync(etcdEnvironment, 'utf8'))
  startDaemon(state.folder, node, { name: 'etcd', program: '/usr/bin/etcd', args: [], user, env })
}

/** The process id of a node's PostgreSQL. */
export function postmasterOf(state: ClusterState, node: Node): number {
  const file = path.join(filesOf(state, node).postgres, 'postmaster.pid')
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}
