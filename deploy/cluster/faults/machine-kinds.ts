import { existsSync, mkdirSync, rmdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolderOf, startDatabaseNode } from '../database-node.ts'
import { type Node, nodeNamed } from '../layout.ts'
import { namespaceOf, processesIn, signalNode } from '../network.ts'
import { leaderOf, standbyOf, switchOver, untilWhole } from '../patroni.ts'
import { run, runAnyway } from '../run.ts'
import type { ClusterState } from '../state.ts'
import type { FaultKind, Situation } from './kinds.ts'

// Faults of a machine rather than of a program: its disk, its network card.

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
    name: 'disk-full',
    words: 'the disk of the primary’s node is full',
    lasts: 20,
    prepare: (state) => asPrimary(state, onSmallDisk),
    async cause(situation) {
      const filler = path.join(dataFolderOf(situation.state, primary(situation)), 'filler')
      // It ends with an error when nothing is left.
      await runAnyway('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k', 'status=none'])
      return async () => {
        await run('rm', ['-f', filler])
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

type Change = (state: ClusterState, node: Node) => Promise<() => Promise<void>>

/** Changes a standby while it is down, and makes it the primary. @returns what changes it back */
async function asPrimary(state: ClusterState, change: Change): Promise<() => Promise<void>> {
  const members = await whole(state)
  const node = nodeNamed(state.layout, standbyOf(members)?.name ?? '')
  await signalNode(node, 'SIGKILL')
  const restore = await change(state, node)
  // Only a synchronous standby may take over, and one that was away is one again only after a while.
  for (const end = performance.now() + 120_000; ; ) {
    const now = await whole(state)
    if (leaderOf(now)?.name === node.name) break
    if (performance.now() > end) throw new Error(`${node.name} did not become the primary`)
    const isSynchronous = now.some(({ name, role }) => name === node.name && role === 'sync_standby')
    if (isSynchronous) await switchOver(state, node.name).catch(() => {})
    await sleep(2_000)
  }
  return async () => {
    await signalNode(node, 'SIGKILL')
    await restore()
    startDatabaseNode(state, node)
    await whole(state)
  }
}

async function whole(state: ClusterState) {
  const members = await untilWhole(state, 120)
  if (members === null) throw new Error('the cluster did not become whole')
  return members
}

/** Moves the data of a node that is down to a file system in memory with some 200 MB left. */
const onSmallDisk: Change = async (state, node) => {
  const [data, kept] = [dataFolderOf(state, node), `${dataFolderOf(state, node)}-kept`]
  const used = Number((await run('du', ['-sm', data])).split('\t')[0])
  await run('mv', [data, kept])
  await run('mkdir', ['-m', '700', data])
  await run('mount', ['-t', 'tmpfs', '-o', `size=${used + 200}m,mode=700`, 'tmpfs', data])
  await run('cp', ['-a', `${kept}/.`, data])
  await run('chown', ['--reference', kept, data])
  startDatabaseNode(state, node)
  return async () => {
    await run('rm', ['-rf', kept])
    await run('mkdir', ['-m', '700', kept])
    await run('cp', ['-a', `${data}/.`, kept])
    await run('chown', ['--reference', data, kept])
    await run('umount', ['-l', data])
    await run('rmdir', [data])
    await run('mv', [kept, data])
  }
}

/** The device that a folder is on, as the kernel numbers it. */
function diskOf(folder: string): string {
  const { dev } = statSync(folder)
  if (statfsSync(folder).type === 0x01021994) throw new Error('slow-disk needs the cluster on a disk')
  return `${(dev >> 8) & 0xfff}:${dev & 0xff}`
}

async function moveTo(group: string, node: Node): Promise<void> {
  // Twice, for what was started meanwhile.
  for (let round = 0; round < 2; round += 1)
    for (const pid of await processesIn(namespaceOf(node))) {
      try {
        writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
      } catch {
        // It has ended.
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
