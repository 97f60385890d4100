import { existsSync, mkdirSync, rmdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, nodeNamed } from '../layout.ts'
import { namespaceOf, processesIn } from '../network.ts'
import { leaderOf } from '../patroni.ts'
import { run } from '../run.ts'
import type { FaultKind, Situation } from './kinds.ts'

// Faults of a machine rather than of a program: of its disk or its network card.

const primary = ({ state, members }: Situation): Node =>
  nodeNamed(state.layout, leaderOf(members)?.name ?? '')

const blockGroups = '/sys/fs/cgroup/blkio'

export const machineKinds: readonly FaultKind[] = [
  {
    name: 'slow-disk',
    words: 'the disk of the primary’s node takes 20 writes a second',
    lasts: 20,
    async cause(situation) {
      const slow = primary(situation)
      const group = path.join(blockGroups, namespaceOf(slow))
      if (!existsSync(path.join(blockGroups, 'cgroup.procs')))
        throw new Error('slow-disk needs the blkio controller of cgroup v1')
      mkdirSync(group, { recursive: true })
      writeFileSync(
        path.join(group, 'blkio.throttle.write_iops_device'),
        `${diskOf(situation.state.folder)} 20`,
      )
      await moveTo(group, slow)
      return async () => {
        await moveTo(blockGroups, slow)
        rmdirSync(group)
      }
    },
  },
  {
    name: 'loss',
    words: 'every database node loses one packet in a hundred, both ways',
    lasts: 30,
    async cause({ state }) {
      for (const node of state.layout.databases) await losePackets(node)
      return async () => {
        for (const node of state.layout.databases)
          await inNode(node, ['nft', 'delete', 'table', 'inet', 'loss'])
      }
    },
  },
]

/** The kernel's number of the device that contains a folder. */
function diskOf(folder: string): string {
  const { dev } = statSync(folder)
  if (statfsSync(folder).type === 0x01021994) throw new Error('slow-disk needs the cluster on a disk')
  return `${(dev >> 8) & 0xfff}:${dev & 0xff}`
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
