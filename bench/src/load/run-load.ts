import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { LoadPlan, LoadResult } from './plan.ts'

const script = path.join(import.meta.dirname, 'generator.ts')

/**
 * Runs a load in a process of its own.
 * @param around called when all connections are open and again right after the last answer, to measure in between
 */
export async function runLoad(
  folder: string,
  plan: LoadPlan,
  around: { start(): void; end(): void } = { start() {}, end() {} },
): Promise<LoadResult> {
  const file = path.join(folder, `load-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(plan))
  const child = fork(script, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  try {
    await message(child)
    around.start()
    child.send('go')
    const result = (await message(child)) as LoadResult
    around.end()
    return result
  } finally {
    if (child.connected) child.disconnect()
    rmSync(file, { force: true })
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController()
  const exit = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`the process that makes the load ended with ${code}`)
  })
  try {
    const [first] = (await Promise.race([once(child, 'message'), exit])) as [unknown]
    return first
  } finally {
    gone.abort()
    exit.catch(() => {})
  }
}

/** The number of answers with a status other than 200, including broken connections. */
export const failures = ({ statuses, broken }: LoadResult): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status === '200' ? 0 : count), broken)
