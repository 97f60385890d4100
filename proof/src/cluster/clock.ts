import path from 'node:path'
import { FaultyMachine } from '../machine-faults/faulty-machine.ts'
import type { Node } from '../../../deploy/cluster/layout.ts'
import type { ClusterState } from './state.ts'

// The nodes of one machine have one clock. A preloaded library gives PostgreSQL, Patroni and the application of a node one
// that can be ahead. It does not reach etcd, which is a Go program and asks the kernel itself.

const folderOf = ({ folder }: ClusterState, { name }: Pick<Node, 'name'>): string =>
  path.join(folder, `${name}.clock`)

/** Makes the clock of a node, which is right at first. */
export async function prepareClock(state: ClusterState, node: Node): Promise<void> {
  await FaultyMachine.make(folderOf(state, node))
}

/** The variables that give a program the clock of its node. */
export const clockVariables = (state: ClusterState, node: Node): Record<string, string> =>
  FaultyMachine.opened(folderOf(state, node)).variables

/** Sets the clock of a node to so many seconds ahead of the machine's. */
export const setClock = (state: ClusterState, node: Node, aheadSeconds: number): void =>
  FaultyMachine.opened(folderOf(state, node)).play({ aheadSeconds })
