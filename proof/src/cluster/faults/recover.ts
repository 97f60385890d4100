import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setClock } from '../clock.ts'
import { diskOf, startDatabaseNode } from '../database-node.ts'
import { namespaceOf, processesIn, signalNode } from '../network.ts'
import { runAnyway } from '../../../../deploy/cluster/run.ts'
import type { ClusterState } from '../state.ts'
import { releaseDisk } from './machine-kinds.ts'

/**
 * Repairs what an interrupted round may have left broken: frozen or dead nodes, cut routes, lost packets, a slow or full
 * disk, a wrong clock. Changes nothing where nothing is broken.
 */
export async function recover(state: ClusterState): Promise<void> {
  const { databases, applications } = state.layout
  for (const node of [...databases, ...applications]) setClock(state, node, 0)
  for (const node of databases) {
    const namespace = namespaceOf(node)
    await runAnyway('ip', ['-n', namespace, 'route', 'flush', 'type', 'blackhole'])
    await runAnyway('ip', ['netns', 'exec', namespace, 'nft', 'delete', 'table', 'inet', 'loss'])
    await releaseDisk(node)
    const disk = diskOf(state, node)
    for (const name of readdirSync(disk)) if (name.startsWith('filler-')) rmSync(path.join(disk, name))
    await signalNode(node, 'SIGCONT')
    if ((await processesIn(namespace)).length === 0) startDatabaseNode(state, node)
  }
}
