import type { FaultKind, Situation } from './fault-kind.ts'
import { postmasterOf, startDatabaseNode } from '../database-node.ts'
import { type Node, nodeNamed } from '../../../../deploy/cluster/layout.ts'
import { cut, mend, signalNode, signalProcess } from '../network.ts'
import { leaderOf, type Member, standbyOf, switchOver } from '../patroni.ts'
import { killPrograms } from '../programs.ts'
import type { ClusterState } from '../state.ts'
import { machineKinds } from './machine-kinds.ts'
import { updateKind } from './rolling-update.ts'

const nothing = async () => {}
const node = (state: ClusterState, member: Member | undefined): Node =>
  nodeNamed(state.layout, member?.name ?? '')
const primary = ({ state, members }: Situation): Node => node(state, leaderOf(members))

export const faultKinds: readonly FaultKind[] = [
  {
    name: 'switchover',
    words: 'planned switchover',
    lasts: 0,
    rounds: 20,
    aimSeconds: 2.5,
    async cause({ state }) {
      await switchOver(state)
      return nothing
    },
  },
  {
    name: 'kill',
    words: 'kill -9 of the primary’s PostgreSQL',
    lasts: 0,
    rounds: 20,
    aimSeconds: 4,
    async cause(situation) {
      signalProcess(postmasterOf(situation.state, primary(situation)), 'SIGKILL')
      return nothing
    },
  },
  {
    name: 'freeze',
    words: 'all processes of the primary’s node stopped for 60 s',
    lasts: 60,
    rounds: 20,
    aimSeconds: 8,
    async cause(situation) {
      const frozen = primary(situation)
      await signalNode(frozen, 'SIGSTOP')
      return () => signalNode(frozen, 'SIGCONT')
    },
  },
  {
    name: 'node',
    words: 'death of all processes of the primary’s node',
    lasts: 15,
    rounds: 20,
    aimSeconds: 6,
    cause: async (situation) => killNode(situation.state, primary(situation)),
  },
  {
    name: 'partition',
    words: 'primary cut off from etcd and the other databases, not from the application',
    lasts: 30,
    rounds: 20,
    aimSeconds: 8,
    async cause(situation) {
      const alone = primary(situation)
      const others = situation.state.layout.databases.filter(({ name }) => name !== alone.name)
      await cut(alone, others)
      return () => mend(alone, others)
    },
  },
  {
    name: 'standby',
    words: 'death of the synchronous standby’s node',
    lasts: 15,
    rounds: 10,
    aimSeconds: 6,
    cause: async ({ state, members }) => killNode(state, node(state, standbyOf(members))),
  },
  {
    name: 'etcd',
    words: 'kill -9 of a member of etcd',
    lasts: 0,
    rounds: 10,
    aimSeconds: 4,
    async cause({ state, random }) {
      const { databases } = state.layout
      await killPrograms(databases[Math.floor(random() * databases.length)], 'etcd')
      return nothing
    },
  },
  {
    name: 'application',
    words: 'kill -9 of an HTTP process or a worker',
    lasts: 0,
    rounds: 50,
    aimSeconds: 4,
    async cause({ state, random }) {
      const { applications } = state.layout
      const chosen = applications[Math.floor(random() * applications.length)]
      await killPrograms(chosen, random() < 0.5 ? 'http.ts' : 'worker.ts')
      return nothing
    },
  },
  ...machineKinds,
  updateKind,
]

/** Simulates a machine that loses power and starts again later. */
async function killNode(state: ClusterState, dead: Node): Promise<() => Promise<void>> {
  await signalNode(dead, 'SIGKILL')
  return async () => startDatabaseNode(state, dead)
}
