import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Safety } from './configuration.ts'
import { type Layout, layoutIn } from './layout.ts'

/** Passwords of one cluster, generated when it is set up. */
export type Secrets = {
  etcdToken: string
  apiPassword: string
  superuserPassword: string
  replicationPassword: string
  rewindPassword: string
  ownerPassword: string
  webPassword: string
  /** Encrypts the backups. */
  backupPassphrase: string
}

/** The state of a cluster on this machine, as stored in its folder. */
export type ClusterState = {
  folder: string
  prefix: string
  layout: Layout
  secrets: Secrets
  safety: Safety
  /** Whether the databases take connections with TLS only. */
  tls: boolean
}

const fileOf = (folder: string) => path.join(folder, 'pematang-cluster.json')

export const isClusterFolder = (folder: string): boolean => existsSync(fileOf(folder))

export function makeSecrets(): Secrets {
  const secret = () => randomBytes(24).toString('hex')
  return {
    etcdToken: secret(),
    apiPassword: secret(),
    superuserPassword: secret(),
    replicationPassword: secret(),
    rewindPassword: secret(),
    ownerPassword: secret(),
    webPassword: secret(),
    backupPassphrase: secret(),
  }
}

/**
 * Creates the folder of a new cluster. Others may pass through it; its secret files are readable by their user only.
 */
export function makeState(folder: string, prefix: string, safety: Safety, tls: boolean): ClusterState {
  const secrets = makeSecrets()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  writeFileSync(fileOf(folder), JSON.stringify({ prefix, secrets, safety, tls }), { mode: 0o600 })
  return { folder, prefix, layout: layoutIn(prefix), secrets, safety, tls }
}

/** @throws with a sentence if no cluster was set up in this folder */
export function readState(folder: string): ClusterState {
  if (!isClusterFolder(folder)) throw new Error(`There is no cluster in ${folder}: start one with "up".`)
  const kept = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as Pick<
    ClusterState,
    'prefix' | 'secrets' | 'safety' | 'tls'
  >
  return { folder, ...kept, layout: layoutIn(kept.prefix) }
}
