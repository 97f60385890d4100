import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from '../../../deploy/cluster/layout.ts'
import { namespaceOf, processesIn, signalProcess } from './network.ts'
import { runAnyway } from '../../../deploy/cluster/run.ts'

type Found = { pid: number; isKeeper: boolean }

/** The processes of a node whose command has a program of this name, and those that restart it. */
async function processesOf(on: Node, name: string): Promise<Found[]> {
  const pids = await processesIn(namespaceOf(on))
  if (pids.length === 0) return []
  const lines = await runAnyway('ps', ['-o', 'pid=,args=', '-p', pids.join(',')])
  return lines.split('\n').flatMap((line) => {
    const [pid = '', ...command] = line.trim().split(/\s+/)
    if (!command.some((word) => word.endsWith(`/${name}`))) return []
    return [{ pid: Number(pid), isKeeper: command.includes('run-forever') }]
  })
}

/** The processes of a node whose command has a program of this name, without those that restart them. */
export async function programsOf(on: Node, name: string): Promise<number[]> {
  return (await processesOf(on, name)).flatMap(({ pid, isKeeper }) => (isKeeper ? [] : [pid]))
}

export async function killPrograms(on: Node | undefined, name: string): Promise<void> {
  if (on) for (const pid of await programsOf(on, name)) signalProcess(pid, 'SIGKILL')
}

/**
 * Stops the programs of a node of this name as systemd does, and what would restart them: they are asked to end, and
 * killed when they do not.
 * @returns whether all ended by themselves
 */
export async function stopPrograms(on: Node, name: string, seconds = 20): Promise<boolean> {
  const found = await processesOf(on, name)
  for (const { pid, isKeeper } of found) if (isKeeper) signalProcess(pid, 'SIGKILL')
  for (const { pid, isKeeper } of found) if (!isKeeper) signalProcess(pid, 'SIGTERM')
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    if ((await processesOf(on, name)).length === 0) return true
    await sleep(100)
  }
  for (const { pid } of await processesOf(on, name)) signalProcess(pid, 'SIGKILL')
  return false
}
