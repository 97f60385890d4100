import { setTimeout as sleep } from 'node:timers/promises'
import { type Layout, type Node, nodesOf } from '../../../deploy/cluster/layout.ts'
import { run, runAnyway } from '../../../deploy/cluster/run.ts'

const bridge = 'pmt-bridge'
const namespacePrefix = 'pmt-'

export const namespaceOf = ({ name }: Pick<Node, 'name'>): string => namespacePrefix + name
const linkOf = ({ name }: Pick<Node, 'name'>): string => `pmt-v-${name}`

/** Makes a bridge on this machine and a namespace with an address on it for each node. */
export async function makeNetwork(layout: Layout, sysctls: readonly string[]): Promise<void> {
  const taken = await run('ip', ['-o', 'route', 'show', 'to', 'root', layout.network])
  if (taken.trim() !== '')
    throw new Error(`The network ${layout.network} is in use on this machine: name another with --net.`)
  await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await run('ip', ['address', 'add', `${layout.host}/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])
  for (const node of nodesOf(layout)) await makeNode(node, sysctls)
}

async function makeNode(node: Node, sysctls: readonly string[]): Promise<void> {
  const [namespace, link] = [namespaceOf(node), linkOf(node)]
  await run('ip', ['netns', 'add', namespace])
  await run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
  await run('ip', ['link', 'set', link, 'master', bridge, 'up'])
  await run('ip', ['-n', namespace, 'address', 'add', `${node.address}/24`, 'dev', 'eth0'])
  await run('ip', ['-n', namespace, 'link', 'set', 'lo', 'up'])
  await run('ip', ['-n', namespace, 'link', 'set', 'eth0', 'up'])
  await run('ip', ['netns', 'exec', namespace, 'sysctl', '-q', '-w', ...sysctls])
}

/** The names of the existing namespaces, including those of an interrupted start. */
export async function namespaces(): Promise<string[]> {
  const lines = await run('ip', ['netns', 'list'])
  return lines.split('\n').flatMap((line) => {
    const name = line.split(' ')[0] ?? ''
    return name.startsWith(namespacePrefix) ? [name] : []
  })
}

export async function processesIn(namespace: string): Promise<number[]> {
  const lines = await runAnyway('ip', ['netns', 'pids', namespace])
  return lines.split('\n').filter(Boolean).map(Number)
}

/** Sends a signal to all processes of a node, including those that start in the meantime. */
export async function signalNode(node: Pick<Node, 'name'>, signal: NodeJS.Signals): Promise<void> {
  for (let round = 0; round < (signal === 'SIGKILL' ? 20 : 2); round += 1) {
    const pids = await processesIn(namespaceOf(node))
    if (pids.length === 0) return
    for (const pid of pids) signalProcess(pid, signal)
    await sleep(50)
  }
}

/** Sends a signal to a process, which may end before the signal reaches it. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}

/** Ends everything in the namespaces, and removes them with the bridge. */
export async function removeNetwork(): Promise<void> {
  for (const namespace of await namespaces()) {
    const name = namespace.slice(namespacePrefix.length)
    await signalNode({ name }, 'SIGKILL')
    // The kernel would delete the link with the namespace, but only some time later.
    await runAnyway('ip', ['link', 'delete', linkOf({ name })])
    await runAnyway('ip', ['netns', 'delete', namespace])
  }
  await runAnyway('ip', ['link', 'delete', bridge])
}

/** Blocks all packets between one node and the others; other traffic of the network continues. */
export const cut = (node: Node, others: readonly Node[]): Promise<void> => routes('add', node, others)
export const mend = (node: Node, others: readonly Node[]): Promise<void> => routes('delete', node, others)

async function routes(change: 'add' | 'delete', node: Node, others: readonly Node[]): Promise<void> {
  const blackhole = (from: Node, to: Node) =>
    run('ip', ['-n', namespaceOf(from), 'route', change, 'blackhole', `${to.address}/32`])
  for (const other of others) await Promise.all([blackhole(node, other), blackhole(other, node)])
}
