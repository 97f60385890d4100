import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../../../deploy/cluster/run.ts'
import type { Product } from './product.ts'

/** Milliseconds between two looks for processes that were started meanwhile. */
const everyMs = 200

/**
 * Takes every further file and socket from all processes of the product, and kills the HTTP process, which then has to be
 * started without any.
 * @returns gives them back
 */
export async function limitFiles(product: Product): Promise<() => Promise<void>> {
  const limited = new Set<number>()
  const pids = (): number[] =>
    [product.supervisor, product.pidOf('http'), product.pidOf('worker'), ...product.databasePids()].filter(
      (pid) => pid !== undefined,
    )
  const http = product.pidOf('http')
  const stop = whileLimited(async () => {
    for (const pid of pids()) {
      if (limited.has(pid)) continue
      limited.add(pid)
      // The hard limit stays, so that the soft one can be raised again.
      await setLimit(pid, `--nofile=${openFiles(pid)}:`)
    }
  })
  setTimeout(() => {
    if (http !== undefined) process.kill(http, 'SIGKILL')
  }, 5_000)
  return async () => {
    await stop()
    for (const pid of new Set([...limited, ...pids()]))
      await setLimit(pid, `--nofile=${hardLimit('Max open files')}:`)
  }
}

/**
 * Takes all further memory from processes, also from those that are started meanwhile.
 * @param pids the processes
 * @returns gives it back
 */
export async function limitMemory(pids: () => number[]): Promise<() => Promise<void>> {
  const limited = new Set<number>()
  const [first] = pids()
  const stop = whileLimited(async () => {
    for (const pid of pids()) {
      // Of a single process only the first is limited; the next one shows that the product comes back.
      if (pid === 0 || limited.has(pid) || (limited.size > 0 && pids().length === 1 && pid !== first))
        continue
      limited.add(pid)
      await setLimit(pid, `--as=${addressSpace(pid)}:`)
    }
  })
  return async () => {
    await stop()
    for (const pid of new Set([...limited, ...pids()])) await setLimit(pid, '--as=unlimited:')
  }
}

/**
 * Sets a limit of a process, as its own user: in a container root may lack the right to limit others.
 * @throws where the process runs and cannot be limited
 */
async function setLimit(pid: number, limit: string): Promise<void> {
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
  if (owner === undefined) return
  const command = ['prlimit', '--pid', String(pid), limit]
  const asOwner = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...command]
  try {
    if (owner.uid === process.getuid?.()) await run('prlimit', command.slice(1))
    else await run('setpriv', asOwner)
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error
  }
}

/** Repeats work until the returned function is called, which waits for its end. */
function whileLimited(work: () => Promise<void>): () => Promise<void> {
  let stopped = false
  const loop = (async () => {
    while (!stopped) {
      await work()
      await sleep(everyMs)
    }
  })()
  // Its failure is reported when it is waited for.
  loop.catch(() => {})
  return async () => {
    stopped = true
    await loop
  }
}

function openFiles(pid: number): number {
  try {
    return Math.max(...readdirSync(`/proc/${pid}/fd`).map(Number)) + 1
  } catch {
    return 0
  }
}

function addressSpace(pid: number): number {
  try {
    return Number(/VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return 0
  }
}

/** The hard limit of this process, from which all others have theirs. */
function hardLimit(name: string): string {
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(name))
  return line?.slice(name.length).trim().split(/\s+/)[1] ?? 'unlimited'
}
