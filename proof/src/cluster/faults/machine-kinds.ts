import { existsSync, mkdirSync, rmdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../../../server/src/platform/db/database.ts'
import { fill } from '../../machine-faults/disks.ts'
import { setClock } from '../clock.ts'
import { diskOf } from '../database-node.ts'
import { type Node, nodeNamed } from '../../../../deploy/cluster/layout.ts'
import { namespaceOf, processesIn } from '../network.ts'
import { leaderOf } from '../patroni.ts'
import { killPrograms } from '../programs.ts'
import { superuserUrl } from '../provision.ts'
import { run } from '../../../../deploy/cluster/run.ts'
import type { ClusterState } from '../state.ts'
import type { FaultKind, Situation } from './fault-kind.ts'

// Faults of a machine rather than of a program: of its disk or its network card.

const primary = ({ state, members }: Situation): Node =>
  nodeNamed(state.layout, leaderOf(members)?.name ?? '')

const blockGroups = '/sys/fs/cgroup/blkio'

export const machineKinds: readonly FaultKind[] = [
  {
    name: 'slow-disk',
    words: 'the disk of the primary’s node takes 20 writes a second',
    lasts: 20,
    rounds: 5,
    aimSeconds: null,
    async cause(situation) {
      const slow = primary(situation)
      const group = path.join(blockGroups, namespaceOf(slow))
      if (!existsSync(path.join(blockGroups, 'cgroup.procs')))
        throw new Error('slow-disk needs the blkio controller of cgroup v1')
      mkdirSync(group, { recursive: true })
      // The disk of PostgreSQL, and the one that etcd is on.
      for (const folder of [diskOf(situation.state, slow), situation.state.folder])
        writeFileSync(path.join(group, 'blkio.throttle.write_iops_device'), `${deviceOf(folder)} 20`)
      await moveTo(group, slow)
      return () => releaseDisk(slow)
    },
  },
  {
    name: 'disk-full',
    words: 'the database disk of the primary has no block left for 15 s',
    lasts: 15,
    rounds: 5,
    aimSeconds: null,
    async cause(situation) {
      const full = primary(situation)
      const empty = await fill(diskOf(situation.state, full))
      await useUpLog(situation.state, full)
      return async () => empty()
    },
  },
  {
    name: 'clock',
    words:
      'the clock of the primary’s node or of an application node is 10 minutes ahead, and set back 15 s later; after 12 s more Patroni of that node is restarted',
    lasts: 15,
    takes: 12,
    rounds: 5,
    aimSeconds: null,
    async cause(situation) {
      const { state, random } = situation
      const { applications } = state.layout
      const application = applications[Math.floor(random() * applications.length)]
      const wrong = random() < 0.5 && application ? application : primary(situation)
      setClock(state, wrong, 600)
      return async () => {
        setClock(state, wrong, 0)
        // Longer than the lease, which a Patroni loses that sleeps because its clock was set back.
        await sleep(12_000)
        await killPrograms(wrong, 'patroni')
      }
    },
  },
  {
    name: 'loss',
    words: 'every database node loses one packet in a hundred, both ways',
    lasts: 30,
    rounds: 0,
    aimSeconds: null,
    async cause({ state }) {
      for (const node of state.layout.databases) await losePackets(node)
      return async () => {
        for (const node of state.layout.databases)
          await inNode(node, ['nft', 'delete', 'table', 'inet', 'loss'])
      }
    },
  },
]

/** Ends files of the write-ahead log until there is no prepared one left, and the next one needs the full disk. */
async function useUpLog(state: ClusterState, node: Node): Promise<void> {
  const url = superuserUrl({ ...state, layout: { ...state.layout, databases: [node] } })
  const db = new Database({ url, size: 1 })
  for (let file = 0; file < 30; file += 1) {
    const ended = await db
      .query({ text: `select pg_logical_emit_message(false, 'faults', 'x'), pg_switch_wal()` })
      .catch(() => null)
    if (ended === null) break
  }
  await db.close().catch(() => {})
}

/** The kernel's number of the device that contains a folder. */
function deviceOf(folder: string): string {
  const { dev } = statSync(folder)
  if (statfsSync(folder).type === 0x01021994) throw new Error('slow-disk needs the cluster on a disk')
  return `${(dev >> 8) & 0xfff}:${dev & 0xff}`
}

/** Takes a node out of the group in which its disk is slow, if it is in one. */
export async function releaseDisk(node: Node): Promise<void> {
  const group = path.join(blockGroups, namespaceOf(node))
  if (!existsSync(group)) return
  await moveTo(blockGroups, node)
  rmdirSync(group)
}

async function moveTo(group: string, node: Node): Promise<void> {
  // The second round catches processes that were started during the first.
  for (let round = 0; round < 2; round += 1)
    for (const pid of await processesIn(namespaceOf(node))) {
      try {
        writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
      } catch {
        // The process has already ended.
      }
    }
}

const inNode = (node: Node, command: readonly string[]): Promise<string> =>
  run('ip', ['netns', 'exec', namespaceOf(node), ...command])

async function losePackets(node: Node): Promise<void> {
  await inNode(node, ['nft', 'add', 'table', 'inet', 'loss'])
  for (const hook of ['input', 'output']) {
    const chain = `{ type filter hook ${hook} priority 0 ; }`
    await inNode(node, ['nft', 'add', 'chain', 'inet', 'loss', hook, chain])
    await inNode(node, [
      'nft',
      'add',
      'rule',
      'inet',
      'loss',
      hook,
      'iif',
      '!=',
      'lo',
      'numgen',
      'random',
      'mod',
      '100',
      '<',
      '1',
      'drop',
    ])
  }
}
