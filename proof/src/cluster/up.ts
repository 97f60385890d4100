import { chmodSync, existsSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareApplications, startApplicationNode, startWebRouter, tlsFolder } from './application-node.ts'
import { onBackupNode, startBackupNode } from './backup/node.ts'
import { issueCertificate, makeAuthority } from '../../../deploy/cluster/certificates.ts'
import type { Node } from '../../../deploy/cluster/layout.ts'
import { kernelFile, type Safety } from '../../../deploy/cluster/configuration.ts'
import { authorityFolder, prepareDatabaseNode, startDatabaseNode } from './database-node.ts'
import { makeNetwork, namespaces, removeNetwork } from './network.ts'
import { installPackages } from './packages.ts'
import { askNode } from './ask-node.ts'
import { untilWhole } from './patroni.ts'
import { makeDatabase, migrateDatabase } from './provision.ts'
import { thisRelease } from '../../../server/testing/released/checkout.ts'
import { runAnyway } from '../../../deploy/cluster/run.ts'
import { isClusterFolder } from '../../../deploy/cluster/rendered.ts'
import { type ClusterState, makeState } from './state.ts'

export type UpOptions = { folder: string; prefix: string; safety: Safety }

/**
 * Starts the cluster on this machine, each node in its own network namespace.
 * @throws with a sentence; the parts started so far remain for their logs, and `down` removes them
 */
export async function up({ folder, prefix, safety }: UpOptions): Promise<ClusterState> {
  if ((await namespaces().catch(() => [])).length > 0 || isClusterFolder(folder))
    throw new Error('There is a cluster on this machine, or the rest of one: remove it with "down" first.')
  if (existsSync(folder))
    throw new Error(`${folder} is there and is not a cluster's: name another with --dir.`)
  await installPackages()
  const state = makeState(folder, prefix, safety)
  const { layout } = state
  say('network')
  await makeNetwork(layout, sysctls())
  await makeAuthority(authorityFolder(state))
  // Clients of all users check certificates with it.
  chmodSync(authorityFolder(state), 0o711)
  // What follows asks the nodes with it.
  await issueCertificate(authorityFolder(state), layout.router, tlsFolder(state, layout.router))
  say(`etcd, Patroni and PostgreSQL on ${layout.databases.map(({ name }) => name).join(', ')}`)
  for (const node of layout.databases) {
    await prepareDatabaseNode(state, node)
    startDatabaseNode(state, node)
  }
  await startBackupNode(state)
  if ((await untilWhole(state, 120)) === null)
    throw new Error(`The database did not come up: see ${folder}/log.`)
  say('archive of the log')
  await onBackupNode(state, ['stanza-create'])
  say('logins, database and schema')
  prepareApplications(state)
  await makeDatabase(state)
  await migrateDatabase(state, await thisRelease())
  say(
    `application and routers on ${[...layout.applications, layout.router].map(({ name }) => name).join(', ')}`,
  )
  for (const node of layout.applications) await startApplicationNode(state, node)
  startWebRouter(state)
  await untilServing(state, 60)
  return state
}

/** Waits until the application answers through its router. */
export async function untilServing(state: ClusterState, seconds: number): Promise<void> {
  const { layout, folder } = state
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const ready = await Promise.all(
      [...layout.applications, layout.router].map((node) => isReady(state, node)),
    )
    if (ready.every(Boolean)) return
    await sleep(200)
  }
  throw new Error(`The application did not come up: see ${folder}/log.`)
}

/** Whether an application, or the router in front of it, answers /readyz with 200. */
export async function isReady(state: ClusterState, { name, address }: Node): Promise<boolean> {
  const url =
    name === state.layout.router.name ? `http://${address}/readyz` : `https://${address}:3000/readyz`
  const answer = await askNode(state, url, { timeoutMs: 3_000 }).catch(() => null)
  return answer?.status === 200
}

export async function down(folder: string): Promise<void> {
  await removeNetwork()
  if (!isClusterFolder(folder)) return
  await unmountDisks(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

async function unmountDisks(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  for (const at of mounts.filter((one) => one.startsWith(`${folder}/`))) await runAnyway('umount', ['-l', at])
}

const sysctls = (): string[] =>
  kernelFile()
    .split('\n')
    .filter((line) => /^[\w.]+ = /.test(line))
    .map((line) => line.replaceAll(' ', ''))

const say = (text: string): void => console.log(`  ${text} ...`)
