import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Safety } from '../../../deploy/cluster/configuration.ts'
import { isClusterFolder, stateFileIn } from '../../../deploy/cluster/rendered.ts'
import { makeSecrets, type Secrets } from '../../../deploy/cluster/secrets.ts'
import { type Layout, layoutIn } from '../../../deploy/cluster/layout.ts'

export type ClusterState = {
  folder: string
  prefix: string
  layout: Layout
  secrets: Secrets
  safety: Safety
}

/**
 * Creates the folder of a new cluster. Others may pass through it; its secret files are readable by their user only.
 */
export function makeState(folder: string, prefix: string, safety: Safety): ClusterState {
  const secrets = makeSecrets()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  writeFileSync(stateFileIn(folder), JSON.stringify({ prefix, secrets, safety }), { mode: 0o600 })
  return { folder, prefix, layout: layoutIn(prefix), secrets, safety }
}

/** @throws with a sentence if no cluster was set up in this folder */
export function readState(folder: string): ClusterState {
  if (!isClusterFolder(folder)) throw new Error(`There is no cluster in ${folder}: start one with "up".`)
  const kept = JSON.parse(readFileSync(stateFileIn(folder), 'utf8')) as Pick<
    ClusterState,
    'prefix' | 'secrets' | 'safety'
  >
  return { folder, ...kept, layout: layoutIn(kept.prefix) }
}
