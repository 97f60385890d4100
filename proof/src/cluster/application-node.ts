import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { issueTestCertificate } from '../../../server/src/documents/testing.ts'
import { clockVariables, prepareClock } from './clock.ts'
import { certificateFilesIn, issueCertificate } from '../../../deploy/cluster/certificates.ts'
import { applicationFile, databaseRouterFile, webRouterFile } from '../../../deploy/cluster/configuration.ts'
import { readEnvironment } from '../../../deploy/cluster/template.ts'
import { startDaemon } from './daemons.ts'
import { authorityFolder } from './database-node.ts'
import type { Node } from '../../../deploy/cluster/layout.ts'
import { stopPrograms } from './programs.ts'
import { nodeOf } from '../../../server/testing/released/checkout.ts'
import type { ClusterState } from './state.ts'

const haproxy = '/usr/sbin/haproxy'
const root = path.resolve(import.meta.dirname, '../../..')

/** Files that all application nodes need: here in one folder, on real machines a copy on each node. */
const shared = ({ folder }: ClusterState) => ({
  auditKeyFile: path.join(folder, 'shared', 'audit-keys'),
  certificateFile: path.join(folder, 'shared', 'platform-certificate.pem'),
  keyFile: path.join(folder, 'shared', 'platform-key.pem'),
})

export const authorityOf = (state: Pick<ClusterState, 'folder'>): string =>
  path.join(authorityFolder(state), 'authority.pem')

/** The file in which the migration creates the first audit key. */
export const auditKeyFile = (state: ClusterState): string => shared(state).auditKeyFile

/** Creates a test certificate of the platform, once. */
export function prepareApplications(state: ClusterState): void {
  const { certificateFile, keyFile } = shared(state)
  if (existsSync(certificateFile)) return
  mkdirSync(path.dirname(keyFile), { recursive: true, mode: 0o700 })
  const { key, chain } = issueTestCertificate({ name: 'Pematang', now: new Date() })
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(certificateFile, chain)
}

export async function startApplicationNode(state: ClusterState, node: Node): Promise<void> {
  await prepareClock(state, node)
  await issueCertificate(authorityFolder(state), node, tlsFolder(state, node))
  const router = writeFileOf(state, node, 'haproxy.cfg', databaseRouterFile(state.layout, authorityOf(state)))
  startDaemon(state.folder, node, { name: 'router', program: haproxy, args: ['-db', '-f', router] })
  startApplication(state, node)
}

export const tlsFolder = ({ folder }: ClusterState, { name }: Node): string => path.join(folder, name, 'tls')

const parts = ['http', 'worker'] as const

/**
 * Starts the HTTP process and the worker of a node.
 * @param tree the checkout of the version that runs
 */
export function startApplication(state: ClusterState, node: Node, tree: string = root): void {
  // No e-signature provider runs at this URL: reservations stay pending, and requests for signatures are retried.
  const provider = {
    esignUrl: 'http://127.0.0.1:9',
    esignKey: 'cluster-has-no-provider',
    esignSecret: 'cluster-has-no-provider',
  }
  const origin = `http://${state.layout.router.address}`
  // The fixtures of a run are written without the application, so they and it go without a key of personal data.
  const places = {
    ...shared(state),
    ...provider,
    origin,
    dataKeyFile: '',
    tlsFolder: tlsFolder(state, node),
  }
  const settings = applicationFile(state.layout, node, state.secrets, places, authorityOf(state))
  const env = {
    ...readEnvironment(readFileSync(writeFileOf(state, node, 'app.env', settings), 'utf8')),
    ...clockVariables(state, node),
    // Sessions and reservations must not expire during a long run of faults.
    SESSION_IDLE_SECONDS: String(12 * 3600),
    SIGNATURE_SECONDS: String(12 * 3600),
    // Nobody signs, so frequent polling would only cause load.
    SIGNATURE_POLL_SECONDS: String(3600),
  }
  for (const part of parts) {
    const args = [path.join(tree, 'server/src/main', `${part}.ts`)]
    startDaemon(state.folder, node, { name: part, program: nodeOf({ tree }), args, env })
  }
}

/**
 * Stops the HTTP process and the worker of a node in their order.
 * @returns whether both ended by themselves
 */
export async function stopApplication(node: Node): Promise<boolean> {
  const ended = await Promise.all(parts.map((part) => stopPrograms(node, `${part}.ts`)))
  return ended.every(Boolean)
}

function writeFileOf({ folder }: ClusterState, node: Node, name: string, text: string): string {
  const place = path.join(folder, node.name, name)
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o755 })
  writeFileSync(place, text, { mode: 0o600 })
  return place
}

export function startWebRouter(state: ClusterState): void {
  const { router } = state.layout
  const place = path.join(state.folder, router.name)
  mkdirSync(place, { recursive: true, mode: 0o755 })
  const config = path.join(place, 'haproxy.cfg')
  const own = certificateFilesIn(tlsFolder(state, router))
  // Where HAProxy looks for the key of a certificate.
  copyFileSync(own.key, `${own.certificate}.key`)
  writeFileSync(config, webRouterFile(state.layout, null, own))
  startDaemon(state.folder, router, { name: 'router', program: haproxy, args: ['-db', '-f', config] })
}
